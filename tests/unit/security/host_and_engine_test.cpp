#include <catch2/catch.hpp>

#include "models/security/catalog.hpp"
#include "models/security/host_bounce_timing.hpp"
#include "models/security/setup_timing.hpp"

namespace sealring::security {
namespace {

// A core encrypts 2 bytes per nanosecond and a copy reaches half of that; slots of 1,000 bytes.
PathProtectionSpec bounce_path() {
  PathProtectionSpec path;
  path.kind = "host_bounce";
  path.host_bounce.toll_h2d = microseconds(20);
  path.host_bounce.toll_d2h = microseconds(10);
  path.host_bounce.toll_pageable = microseconds(5);
  path.host_bounce.crypto_share = 0.5;
  path.host_bounce.pool_slot = Bytes(1000);
  path.host_bounce.pool_slots = 4;
  return path;
}

ProtectionContext context(host::CopyDirection direction) {
  ProtectionContext context;
  context.cpu.aes_gcm_per_core = gigabytes_per_second(2);
  context.direction = direction;
  context.copy_engine_rate = gigabytes_per_second(10);
  return context;
}

HostBounceTiming bounce_timing() {
  return {bounce_path().host_bounce, context(host::CopyDirection::kHostToDevice).cpu};
}

TEST_CASE("a write to the GPU pays its toll and the core at the sender") {
  const auto protection = make_protection(bounce_path(), context(host::CopyDirection::kHostToDevice));

  const Stages stages = protection->at_sender(Bytes(5000));

  REQUIRE(stages.count == 2);
  CHECK(stages.stage[0].label == Label::kLaunchToll);
  CHECK(stages.stage[0].alone == microseconds(20));
  CHECK(stages.stage[1].where == Where::kHostCore);
  // 5,000 bytes at 0.5 x 2 bytes per ns.
  CHECK(stages.stage[1].alone == nanoseconds(5000));
}

TEST_CASE("the copy engine adds only the slot that the core cannot hide") {
  const auto protection = make_protection(bounce_path(), context(host::CopyDirection::kHostToDevice));

  const Stages stages = protection->at_receiver(Bytes(5000));

  REQUIRE(stages.count == 1);
  CHECK(stages.stage[0].where == Where::kCopyEngine);
  // One slot of 1,000 bytes at 10 bytes per ns.
  CHECK(stages.stage[0].alone == nanoseconds(100));
}

TEST_CASE("a read from the GPU has the core at the receiver") {
  const auto protection = make_protection(bounce_path(), context(host::CopyDirection::kDeviceToHost));

  CHECK(protection->at_sender(Bytes(5000)).stage[0].label == Label::kCopyEngine);
  CHECK(protection->at_receiver(Bytes(5000)).stage[0].alone == microseconds(10));
  CHECK(protection->at_receiver(Bytes(5000)).stage[1].label == Label::kHostCrypto);
}

TEST_CASE("pageable memory costs a further toll") {
  CHECK(bounce_timing().toll(host::CopyDirection::kHostToDevice, false) == microseconds(25));
}

TEST_CASE("a given crypto rate overrides the CPU") {
  HostBounceSpec spec = bounce_path().host_bounce;
  spec.crypto_rate = gigabytes_per_second(4);

  CHECK(HostBounceTiming(spec, {}).crypto(Bytes(4000)) == nanoseconds(1000));
}

TEST_CASE("a copy takes whole slots of the pool") {
  CHECK(bounce_timing().slots_needed(Bytes(3000)) == 3);
  CHECK(bounce_timing().slots_needed(Bytes(3001)) == 4);
}

TEST_CASE("the pool doubles until everything in flight fits") {
  CHECK(bounce_timing().pool_slots(4) == 4);
  CHECK(bounce_timing().pool_slots(5) == 8);
  CHECK(bounce_timing().pool_slots(17) == 32);
}

TEST_CASE("the copy engine charges toll and bytes at both ends") {
  PathProtectionSpec path;
  path.kind = "copy_engine";
  path.copy_engine.toll = microseconds(2);
  path.copy_engine.rate = gigabytes_per_second(10);
  const auto protection = make_protection(path, {});

  // 2 us + 10,000 bytes / 10 bytes per ns = 3 us.
  CHECK(protection->at_sender(Bytes(10'000)).stage[0].alone == microseconds(3));
  CHECK(protection->at_receiver(Bytes(10'000)).stage[0].alone == microseconds(3));
}

TEST_CASE("an inline cipher changes the link and adds no stage") {
  PathProtectionSpec path;
  path.kind = "inline_link";
  path.inline_link = {nanoseconds(80), 0.95, Bytes(16)};
  const auto protection = make_protection(path, {});

  CHECK(protection->at_sender(Bytes(1 << 20)).count == 0);
  CHECK(protection->on_link().latency == nanoseconds(80));
  CHECK(protection->on_link().rate_factor == 0.95);
  CHECK(protection->on_link().per_packet == Bytes(16));
}

TEST_CASE("eight GPUs share twenty-eight pairwise keys") { CHECK(SetupTiming({}, {8, 4}).pairs() == 28); }

TEST_CASE("set-up parts add up to the total") {
  SetupSpec spec;
  spec.spdm_per_gpu = Seconds(0.5);
  spec.key_exchange_per_pair = Seconds(0.25);
  spec.attestation_per_gpu = Seconds(1);
  spec.attestation_per_switch = Seconds(2);
  spec.fabric_activation = Seconds(15);
  spec.context_creation = Seconds(5);

  const SetupTiming setup(spec, {8, 4});

  REQUIRE(setup.parts().size() == 6);
  CHECK(setup.parts()[1].time == Seconds(7));  // 28 pairs x 0.25 s
  CHECK(setup.parts()[3].time == Seconds(8));  // 4 switches x 2 s
  // 8 x 0.5 + 28 x 0.25 + 8 x 1 + 4 x 2 + 15 + 5 = 47 s.
  CHECK(setup.total() == Seconds(47));
}

TEST_CASE("a key rotates once its budget is behind and more follows") {
  SetupSpec spec;
  spec.key_budget = Bytes(1000);
  spec.rotation_stall = milliseconds(3);
  const SetupTiming setup(spec, {});

  CHECK(setup.rotations(Bytes(1000)) == 0);
  CHECK(setup.rotations(Bytes(1001)) == 1);
  CHECK(setup.rotation_stall(Bytes(2500)) == milliseconds(6));
}

TEST_CASE("without a budget a key never rotates") { CHECK(SetupTiming({}, {}).rotations(Bytes(1'000'000)) == 0); }

}  // namespace
}  // namespace sealring::security
