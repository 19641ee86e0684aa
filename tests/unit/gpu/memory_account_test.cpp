#include "models/gpu/memory_account.hpp"

#include <catch2/catch.hpp>

using namespace sealring;
using Catch::Matchers::Contains;

TEST_CASE("what fits is the capacity", "[gpu]") {
  gpu::MemoryAccount account("gpu", gibibytes(80));
  account.add("weights", gibibytes(70));
  account.add("activations", gibibytes(10));
  CHECK(account.fits());
  account.add("activations", Bytes(1));
  CHECK_FALSE(account.fits());
}

TEST_CASE("the sum is shown line by line", "[gpu]") {
  gpu::UnitSpecs specs;
  specs.gpu.memory = gibibytes(80);
  specs.gpu.context_memory = gibibytes(2);
  specs.profile.cpr_reserve = gibibytes(1);
  gpu::MemoryAccount account = gpu::memory_account(specs);
  account.add("weights", gibibytes(100));
  CHECK_FALSE(account.fits());
  CHECK_THAT(account.text(),
             Contains("80") && Contains("context") && Contains("reserve") && Contains("weights") && Contains("= 23"));
}

TEST_CASE("a part grows and is read by its name", "[gpu]") {
  gpu::MemoryAccount account("gpu", gibibytes(1));
  account.add("weights", Bytes(5));
  account.add("weights", Bytes(6));
  CHECK(account.part("weights") == Bytes(11));
  CHECK(account.part("activations") == Bytes(0));
  CHECK(account.parts().size() == 1);
}

TEST_CASE("context and reserve are parts of every account", "[gpu]") {
  gpu::UnitSpecs specs;
  specs.gpu.context_memory = gibibytes(2);
  specs.profile.cpr_reserve = gibibytes(1);
  CHECK(gpu::memory_account(specs).part(gpu::kContextPart) == gibibytes(2));
  CHECK(gpu::memory_account(specs).part(gpu::kReservePart) == gibibytes(1));
  CHECK(gpu::memory_account(specs).used() == gibibytes(3));
}

TEST_CASE("both staging pools are charged exactly where messages wait in GPU memory", "[gpu]") {
  gpu::UnitSpecs specs;
  specs.profile.staging_slots = 4;
  specs.profile.staging_slot = gibibytes(1);
  const auto staging = [&specs](const std::string& scale_up, const std::string& scale_out) {
    specs.profile.scale_up.kind = scale_up;
    specs.profile.scale_out.kind = scale_out;
    return gpu::memory_account(specs).part(gpu::kStagingPart);
  };
  CHECK(staging("none", "none") == Bytes(0));
  CHECK(staging("inline_link", "host_bounce") == Bytes(0));  // the bounce pool is host memory
  CHECK(staging("software_aead", "none") == gibibytes(8));
  CHECK(staging("copy_engine", "none") == gibibytes(8));
  CHECK(staging("none", "software_aead") == gibibytes(8));
  CHECK(staging("software_aead", "software_aead") == gibibytes(8));  // one pair of pools for all paths
}
