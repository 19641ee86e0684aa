#include "models/gpu/package_memory.hpp"

#include <catch2/catch.hpp>

#include "models/gpu/gpu_unit.hpp"

using namespace sealring;
using Catch::Matchers::Contains;

TEST_CASE("what fits is capacity less context and reserve", "[gpu]") {
  gpu::MemoryAccount account("gpu", gibibytes(80), gibibytes(2), gibibytes(1));
  account.add("weights", gibibytes(70));
  account.add("activations", gibibytes(7));
  CHECK(account.fits());
  CHECK_NOTHROW(account.require_fit());
  account.add("activations", Bytes(1));
  CHECK_FALSE(account.fits());
}

TEST_CASE("what does not fit is refused with the sum line by line", "[gpu]") {
  gpu::MemoryAccount account("gpu", gibibytes(80), gibibytes(2), gibibytes(1));
  account.add("weights", gibibytes(100));
  CHECK_THROWS_AS(account.require_fit(), std::length_error);
  CHECK_THROWS_WITH(
      account.require_fit(),
      Contains("80") && Contains("context") && Contains("reserve") && Contains("weights") && Contains("= 23"));
}

TEST_CASE("nothing outside the package reads a protected region", "[gpu]") {
  gpu::PackageMemory memory("gpu3");
  memory.add("memory", gpu::Access::kProtected);
  memory.add("staging", gpu::Access::kShared);
  CHECK_THROWS_WITH(memory.read_from_outside("the NIC of node 1", "memory"),
                    Contains("the NIC of node 1") && Contains("gpu3"));
  CHECK_NOTHROW(memory.read_from_outside("the NIC of node 1", "staging"));
}

TEST_CASE("an unknown region is an error of its own", "[gpu]") {
  const gpu::PackageMemory memory("gpu3");
  CHECK_THROWS_WITH(memory.access("cache"), "gpu3 has no memory region 'cache'");
}

TEST_CASE("the staging pool of a path sealed by kernels is part of the account", "[gpu]") {
  gpu::UnitSpecs specs;
  specs.gpu.memory = gibibytes(10);
  specs.profile.staging_slots = 4;
  specs.profile.staging_slot = gibibytes(1);
  CHECK(gpu::memory_account(specs).used() == Bytes());
  specs.profile.scale_up.kind = "software_aead";
  CHECK(gpu::memory_account(specs).used() == gibibytes(4));
}
