#include <catch2/catch.hpp>

#include "models/nic/nic_timing.hpp"

namespace sealring::nic {
namespace {

NicSpec infiniband() {
  NicSpec spec;
  spec.rate_per_direction = gigabytes_per_second(50);
  spec.latency = nanoseconds(450);
  return spec;
}

TEST_CASE("an InfiniBand packet of 4096 bytes keeps 0.9937") {
  // 4,096 / (4,096 + 26).
  CHECK(NicTiming(infiniband()).packet_efficiency() == Approx(0.9937).margin(0.00005));
}

TEST_CASE("a RoCE packet of 4096 bytes keeps 0.980") {
  NicSpec spec = infiniband();
  spec.header = packet_header(NicFraming::kRoce);

  CHECK(NicTiming(spec).packet_efficiency() == Approx(0.980).margin(0.0005));
}

TEST_CASE("acknowledgements leave a share of the link") {
  NicSpec spec = infiniband();
  spec.link_share = 0.9925;

  // 49.625 GB/s on the wire; in packets of 4,096, 49.31 GB/s or 394.5 Gb/s of payload.
  CHECK(NicTiming(spec).wire_rate(1).count() == Approx(49.625e9));
  CHECK(NicTiming(spec).wire_rate(1).count() * NicTiming(spec).packet_efficiency() * 8 ==
        Approx(394.5e9).epsilon(1e-3));
}

TEST_CASE("the message header is paid once per slice") {
  // Two packets: 8,192 + 2 x 26 = 8,244 bytes, and 16 more for the write's header: 8,260 at 50 bytes per ns = 165.2 ns.
  CHECK(NicTiming(infiniband()).occupancy(Bytes(8192), 1) == picoseconds(165'200));
}

TEST_CASE("the message rate bounds small slices") {
  NicSpec spec = infiniband();
  spec.message_rate = 1e9;  // 1 ns per message

  // 16 bytes of message header at 50 bytes per ns = 0.32 ns, and 1 ns.
  CHECK(NicTiming(spec).per_slice(1) == picoseconds(1320));
}

TEST_CASE("two adapters carry twice the bytes and twice the messages") {
  NicSpec spec = infiniband();
  spec.message_rate = 1e9;

  CHECK(NicTiming(spec).wire_rate(2) == gigabytes_per_second(100));
  CHECK(NicTiming(spec).per_slice(2) == picoseconds(660));
}

TEST_CASE("link encryption adds its latency once per path") {
  const NicTiming sealed(infiniband(), {Bytes(24), nanoseconds(100), 1.0});

  CHECK(sealed.egress("tx", 1).latency == nanoseconds(550));
  CHECK(sealed.egress("tx", 1).framing.packet_overhead == Bytes(50));
}

}  // namespace
}  // namespace sealring::nic
