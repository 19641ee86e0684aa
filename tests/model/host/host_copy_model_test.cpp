#include <catch2/catch.hpp>

#include "models/host/copy_timing.hpp"
#include "tests/unit/gpu/rig.hpp"

using namespace sealring;
using namespace sealring::test;

namespace {

/// One blocking copy issued by a host thread, against the closed form.
void compare(bool protected_copies, std::int64_t bytes) {
  gpu::UnitSpecs specs = round_specs();
  if (protected_copies) {
    add_tolls(specs);
  }
  Rig rig(specs, {copy(host::CopyDirection::kHostToDevice, Bytes(bytes), true)});
  const host::CopyTiming timing(specs.host, specs.profile.host_copy);
  CHECK(rig.run() - Instant() == timing.alone(Bytes(bytes), host::CopyDirection::kHostToDevice));
}

}  // namespace

TEST_CASE("a plain copy through host thread, stream and engine takes its closed form", "[host]") {
  compare(false, 0);
  compare(false, 123'457);
}

TEST_CASE("a protected copy through host thread, cipher and engine takes its closed form", "[host]") {
  compare(true, 0);
  compare(true, 9'999);
  compare(true, 123'457);
}
