#include "models/link/link_timing.hpp"

#include <catch2/catch.hpp>

#include "models/link/striping.hpp"

namespace sealring::link {
namespace {

LinkSpec spec() {
  LinkSpec spec;
  spec.rate_per_direction = gigabytes_per_second(25);
  spec.latency = nanoseconds(50);
  spec.both_ways_share = 0.9;
  spec.buffer = mebibytes(8);
  return spec;
}

constexpr LinkBundle kEighteen{18, Writer::kSmStore, Traffic::kOneWay};
constexpr LinkBundle kEighteenBothWays{18, Writer::kSmStore, Traffic::kBothWays};

TEST_CASE("a packet of SM stores carries 128 of 144 bytes") {
  CHECK(LinkTiming(spec()).packet_efficiency(Writer::kSmStore) == Approx(8.0 / 9.0));
}

TEST_CASE("a packet of a copy engine carries 256 of 272 bytes") {
  CHECK(LinkTiming(spec()).packet_efficiency(Writer::kCopyEngine) == Approx(16.0 / 17.0));
}

TEST_CASE("eighteen links add up") {
  // 18 x 25 GB/s.
  CHECK(LinkTiming(spec()).wire_rate(kEighteen) == gigabytes_per_second(450));
}

TEST_CASE("with traffic both ways four fifths of the advertised rate are usable") {
  // 450 x 0.9 x 8/9 = 360 GB/s = 0.80 of 450.
  CHECK(LinkTiming(spec()).wire_rate(kEighteenBothWays).count() * 8.0 / 9.0 == Approx(360e9));
}

TEST_CASE("occupancy counts one header flit per started packet") {
  // 129 bytes are two packets: 129 + 2 x 16 = 161 bytes on one link at 25 bytes per ns: 6.44 ns.
  CHECK(LinkTiming(spec()).occupancy(Bytes(129), {1, Writer::kSmStore, Traffic::kOneWay}) == picoseconds(6440));
}

TEST_CASE("a message of one mebibyte takes nine eighths of its bytes") {
  // 2^20 x 9/8 = 1,179,648 bytes at 450 bytes per ns = 2,621.44 ns.
  CHECK(LinkTiming(spec()).occupancy(mebibytes(1), kEighteen) == picoseconds(2'621'440));
}

TEST_CASE("an inline cipher puts a tag into every packet") {
  const LinkTiming sealed(spec(), {Bytes(16), nanoseconds(0), 1.0});

  // 128 + 16 + 16: 0.8 instead of 8/9.
  CHECK(sealed.packet_efficiency(Writer::kSmStore) == Approx(0.8));
}

TEST_CASE("an inline cipher leaves a share of the rate") {
  const LinkTiming sealed(spec(), {Bytes(0), nanoseconds(0), 0.95});

  // 450 x 0.95.
  CHECK(sealed.wire_rate(kEighteen).count() == Approx(427.5e9));
}

TEST_CASE("the latency of an inline cipher is split between the ends without loss") {
  const LinkTiming sealed(spec(), {Bytes(0), femtoseconds(101), 1.0});

  CHECK(sealed.seal_latency() == femtoseconds(51));
  CHECK(sealed.open_latency() == femtoseconds(50));
}

TEST_CASE("the sending station holds the link and its half of the cipher") {
  const LinkTiming sealed(spec(), {Bytes(16), nanoseconds(80), 1.0});

  const fabric::StationSpec station = sealed.egress("node0.gpu0.nvlink", kEighteen);

  CHECK(station.name == "node0.gpu0.nvlink");
  CHECK(station.rate == gigabytes_per_second(450));
  CHECK(station.latency == nanoseconds(90));  // 50 + 80 / 2
  CHECK(station.credit_latency == nanoseconds(50));
  CHECK(station.framing.packet_overhead == Bytes(32));
  CHECK_FALSE(station.shared);
}

TEST_CASE("the receiving cipher passes bytes on as they come") {
  const fabric::StationSpec station = LinkTiming(spec(), {Bytes(16), nanoseconds(80), 1.0}).ingress("in", kEighteen);

  CHECK(station.cut_through);
  CHECK(station.latency == nanoseconds(40));
  CHECK_FALSE(station.shared);
}

TEST_CASE("a receive buffer holds as many slices as fit") {
  CHECK(LinkTiming(spec()).receive_slots(mebibytes(1)) == 8);
}

TEST_CASE("a buffer smaller than two slices still counts as two") {
  CHECK(LinkTiming(spec()).receive_slots(mebibytes(6)) == 2);
}

TEST_CASE("parallel links share the bytes of their bundle without losing one") {
  // 100 over 18 links: 10 links of 6 and 8 of 5.
  CHECK(link_share(WireBytes(100), 18, 0) == WireBytes(6));
  CHECK(link_share(WireBytes(100), 18, 9) == WireBytes(6));
  CHECK(link_share(WireBytes(100), 18, 10) == WireBytes(5));
}

TEST_CASE("the sending end keeps the pace of its link, the receiving cipher none") {
  LinkSpec fluctuating = spec();
  fluctuating.pace_spread = 0.25;
  fluctuating.pace_period = nanoseconds(700);
  const LinkTiming wire(fluctuating);

  CHECK(wire.egress("up", kEighteen).pace.spread == 0.25);
  CHECK(wire.egress("up", kEighteenBothWays).pace.period == nanoseconds(700));
  CHECK(wire.ingress("open", kEighteen).pace.spread == 0);
  CHECK(LinkTiming(spec()).egress("up", kEighteen).pace.spread == 0);
}

}  // namespace
}  // namespace sealring::link
