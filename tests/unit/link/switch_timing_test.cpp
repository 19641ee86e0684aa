#include "models/fabric/switch_timing.hpp"

#include <catch2/catch.hpp>

namespace sealring::fabric {
namespace {

SwitchSpec chip() {
  SwitchSpec spec;
  spec.ports = 64;
  spec.latency = nanoseconds(150);
  spec.buffer_per_port = mebibytes(4);
  return spec;
}

TEST_CASE("an input buffer holds as many slices as fit") { CHECK(SwitchTiming(chip()).input_slots(mebibytes(1)) == 4); }

TEST_CASE("an input buffer below two slices still overlaps two") {
  CHECK(SwitchTiming(chip()).input_slots(mebibytes(4)) == 2);
}

TEST_CASE("an output port is shared, cuts through, and adds the chip to the wire") {
  const StationSpec port =
      SwitchTiming(chip()).output("out0", {gigabytes_per_second(405), {Bytes(128), Bytes(16)}, nanoseconds(50)});

  CHECK(port.shared);
  CHECK(port.cut_through);
  CHECK(port.latency == nanoseconds(200));
  CHECK(port.credit_latency == nanoseconds(50));
  CHECK(port.rate == gigabytes_per_second(405));
}

}  // namespace
}  // namespace sealring::fabric
