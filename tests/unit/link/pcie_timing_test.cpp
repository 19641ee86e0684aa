#include "models/link/pcie_timing.hpp"

#include <catch2/catch.hpp>

namespace sealring::link {
namespace {

// Generation 5: 32 GT/s x 128/130 / 8 = 3.938 GB/s per lane.
host::PcieSpec generation_5() {
  host::PcieSpec spec;
  spec.lane_rate = Bandwidth(32e9 * 128 / 130 / 8);
  spec.latency = nanoseconds(400);
  return spec;
}

TEST_CASE("a write of the largest payload keeps 256 of 280 bytes") {
  CHECK(PcieTiming(generation_5()).packet_efficiency() == Approx(0.914).margin(0.0005));
}

TEST_CASE("sixteen lanes of generation 5 carry about 55 gigabytes per second") {
  // 63.015 x 0.96 x 256/280 = 55.31 GB/s.
  CHECK(PcieTiming(generation_5()).payload_rate().count() == Approx(55.31e9).epsilon(0.001));
}

TEST_CASE("a copy is cut into packets of the largest payload") {
  host::PcieSpec spec = generation_5();
  spec.lane_rate = gigabytes_per_second(1);
  spec.lanes = 1;
  spec.link_layer_share = 1.0;

  // 257 bytes are two packets: 257 + 2 x 24 = 305 bytes at 1 byte per ns.
  CHECK(PcieTiming(spec).occupancy(Bytes(257)) == nanoseconds(305));
}

TEST_CASE("link encryption of PCIe adds its tag and its latency") {
  const PcieTiming sealed(generation_5(), {Bytes(16), nanoseconds(100), 0.5});

  CHECK(sealed.framing().packet_overhead == Bytes(40));
  CHECK(sealed.latency() == nanoseconds(500));
  CHECK(sealed.wire_rate().count() == Approx(PcieTiming(generation_5()).wire_rate().count() / 2));
}

TEST_CASE("one direction of a link becomes a station of that rate") {
  const fabric::StationSpec station = PcieTiming(generation_5()).direction("node0.gpu0.pcie.up");

  CHECK(station.rate.count() == Approx(63.015e9 * 0.96).epsilon(0.001));
  CHECK(station.latency == nanoseconds(400));
}

}  // namespace
}  // namespace sealring::link
