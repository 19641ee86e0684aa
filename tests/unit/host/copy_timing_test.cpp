#include "models/host/copy_timing.hpp"

#include <catch2/catch.hpp>

#include "tests/unit/gpu/rig.hpp"

using namespace sealring;
using namespace sealring::test;
using host::CopyDirection;

namespace {

/// API + start 2.03 us, 43 GB/s; bounced: 20 us more, cipher 3.04 GB/s, slots of 2 MiB.
host::CopyTiming measured(bool bounced) {
  host::HostSpec host;
  host.driver.copy_api = nanoseconds(1000);
  host.driver.copy_latency = nanoseconds(1030);
  host.pinned_h2d = gigabytes_per_second(43);
  host.pinned_d2h = gigabytes_per_second(39);
  security::PathProtectionSpec path;
  path.kind = bounced ? "host_bounce" : "none";
  path.host_bounce.toll_h2d = microseconds(20);
  path.host_bounce.toll_d2h = microseconds(20);
  path.host_bounce.toll_pageable = microseconds(15);
  path.host_bounce.crypto_rate = gigabytes_per_second(3.04);
  return {host, path};
}

double us(Duration d) { return to_microseconds(d); }

}  // namespace

TEST_CASE("a plain copy is API and start and bytes over the measured rate", "[host]") {
  // 2.03 us + 64 MiB / 43 GB/s = 2.03 + 1560.7 us (the study measured 1559.3)
  CHECK(us(measured(false).alone(mebibytes(64), CopyDirection::kHostToDevice)) == Approx(1562.7).epsilon(1e-4));
  CHECK(measured(false).alone(Bytes(0), CopyDirection::kHostToDevice) == nanoseconds(2030));
}

TEST_CASE("a long protected copy is toll and bytes over the cipher rate", "[host]") {
  // 22.03 us + 64 MiB / 3.04 GB/s = 22097 us, and the last slot's 2 MiB / 43 GB/s = 49 us (the study measured 22112)
  CHECK(us(measured(true).alone(mebibytes(64), CopyDirection::kHostToDevice)) == Approx(22097.3 + 48.8).epsilon(1e-4));
}

TEST_CASE("a protected copy of one slot pays cipher and PCIe in turn", "[host]") {
  // 22.03 + 344.9 + 24.4 us (the study measured 399)
  CHECK(us(measured(true).alone(mebibytes(1), CopyDirection::kHostToDevice)) == Approx(391.3).epsilon(1e-3));
}

TEST_CASE("pageable memory pays a further toll under protection", "[host]") {
  const host::CopyTiming timing = measured(true);
  CHECK(timing.alone(Bytes(64), CopyDirection::kDeviceToHost, false) -
            timing.alone(Bytes(64), CopyDirection::kDeviceToHost) ==
        microseconds(15));
}

TEST_CASE("PCIe bounds the measured rate and the measured rate bounds PCIe", "[host]") {
  host::HostSpec host;
  host.pcie.lane_rate = gigabytes_per_second(4);
  host.pcie.lanes = 16;  // 64 GB/s x 256 / 280 x 0.96 = 56.17 GB/s
  host.pinned_h2d = gigabytes_per_second(100);
  host.pinned_d2h = gigabytes_per_second(10);
  const host::CopyTiming timing(host, {});
  CHECK(us(timing.wire(Bytes(56'170'000), CopyDirection::kHostToDevice)) == Approx(1000).epsilon(1e-4));
  CHECK(us(timing.wire(Bytes(10'000'000), CopyDirection::kDeviceToHost)) == Approx(1000));
}

TEST_CASE("link encryption takes its share of the rate and adds its latency", "[host]") {
  host::HostSpec host;
  host.pinned_h2d = gigabytes_per_second(10);
  security::PathProtectionSpec path;
  path.kind = "ide";
  path.inline_link.latency = microseconds(1);
  path.inline_link.rate_factor = 0.5;
  CHECK(host::CopyTiming(host, path).alone(Bytes(5'000'000), CopyDirection::kHostToDevice) == microseconds(1001));
}

TEST_CASE("larger tags slow a copy over an encrypted link, bound by a measurement or not", "[host]") {
  // Packets of 256 + 16 bytes; a tag of 16 makes them 288, one of 64 makes them 336.
  host::HostSpec host;
  host.pcie.lane_rate = gigabytes_per_second(1.0625);
  host.pcie.lanes = 1;
  host.pcie.tlp_overhead = Bytes(16);
  host.pcie.link_layer_share = 1.0;
  security::PathProtectionSpec path;
  path.kind = "ide";
  const auto time = [&](std::int64_t tag) {
    path.inline_link.tag_per_packet = Bytes(tag);
    return us(host::CopyTiming(host, path).alone(Bytes(256'000), CopyDirection::kHostToDevice));
  };
  // 1,000 packets of 272, 288 and 336 bytes at 1.0625 bytes per ns.
  CHECK(time(0) == Approx(256));
  CHECK(time(16) == Approx(271.06).epsilon(1e-4));
  CHECK(time(64) == Approx(316.24).epsilon(1e-4));
  host.pinned_h2d = gigabytes_per_second(0.5);  // half of the link's payload rate, and it stays half
  CHECK(time(64) == Approx(2 * 316.24).epsilon(1e-4));
}

TEST_CASE("encrypted links and bounces are sealed, a plain copy is not", "[host]") {
  security::PathProtectionSpec path;
  CHECK_FALSE(host::CopyTiming({}, path).sealed());
  path.kind = "ide";
  CHECK(host::CopyTiming({}, path).sealed());
  CHECK(measured(true).sealed());
}

TEST_CASE("a protection that host copies do not know is refused by name", "[host]") {
  security::PathProtectionSpec path;
  path.kind = "software_aead";
  CHECK_THROWS_WITH(host::CopyTiming({}, path), "host copies cannot be protected by 'software_aead'");
}
