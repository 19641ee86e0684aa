#include <catch2/catch.hpp>

#include "models/security/catalog.hpp"
#include "models/security/host_bounce_timing.hpp"
#include "models/security/setup_timing.hpp"
#include "sim/config/report.hpp"

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

// Streaming kernels reach 900 bytes per nanosecond, a third of that when every byte is read twice and written once.
ProtectionContext context() {
  ProtectionContext context;
  context.cpu.aes_gcm_per_core = gigabytes_per_second(2);
  context.gpu.sms = 100;
  context.gpu.memory_rate = gigabytes_per_second(1000);
  context.gpu.memory_efficiency = 0.9;
  context.communication.reduce_sms = 7;
  return context;
}

PathProtectionSpec engine_path() {
  PathProtectionSpec path;
  path.kind = "copy_engine";
  path.copy_engine.toll = microseconds(2);
  path.copy_engine.rate = gigabytes_per_second(10);
  return path;
}

HostBounceTiming bounce_timing() { return {bounce_path().host_bounce, context().cpu}; }

TEST_CASE("the sender of a bounced message reads from its GPU and pays the toll of a read") {
  const Stages stages = make_protection(bounce_path(), context())->at_sender(Bytes(5000));

  REQUIRE(stages.count == 2);
  CHECK(stages.stage[0].where == Where::kCopySubmission);
  CHECK(stages.stage[0].label == Label::kLaunchToll);
  CHECK(stages.stage[0].alone == microseconds(10));
  CHECK(stages.stage[1].where == Where::kBounceToHost);
  CHECK(stages.stage[1].label == Label::kHostCrypto);
  CHECK(stages.stage[1].bytes == Bytes(5000));
  // 5,000 bytes at 0.5 x 2 bytes per ns.
  CHECK(stages.stage[1].alone == nanoseconds(5000));
}

TEST_CASE("the receiver of a bounced message writes to its GPU and pays the toll of a write") {
  const Stages stages = make_protection(bounce_path(), context())->at_receiver(Bytes(5000));

  REQUIRE(stages.count == 2);
  CHECK(stages.stage[0].alone == microseconds(20));
  CHECK(stages.stage[1].where == Where::kBounceToDevice);
  CHECK(stages.stage[1].alone == nanoseconds(5000));
}

TEST_CASE("the passes through memory bound the rate of the cipher") {
  host::CpuSpec cpu = context().cpu;
  cpu.memory_rate = gigabytes_per_second(1);

  // One core would do 1 byte per ns, two passes of memory leave 0.5.
  CHECK(HostBounceTiming(bounce_path().host_bounce, cpu).crypto(Bytes(5000)) == nanoseconds(10'000));
}

TEST_CASE("a message sealed outside the link is reduced by a streaming kernel on the SMs given for it") {
  for (const PathProtectionSpec& path : {bounce_path(), engine_path()}) {
    const auto reduction = make_protection(path, context())->reduction(Bytes(9000));

    REQUIRE(reduction.has_value());
    CHECK(reduction->label == Label::kReduce);
    // 9,000 bytes at 1,000 x 0.9 / 3 = 300 bytes per ns.
    CHECK(reduction->alone == nanoseconds(30));
    CHECK(reduction->sms == 7);
    CHECK(reduction->launches == 1);
  }
}

TEST_CASE("a reduction takes no more SMs than there are") {
  ProtectionContext small = context();
  small.gpu.sms = 5;

  CHECK(make_protection(engine_path(), small)->reduction(Bytes(9000))->sms == 5);
}

TEST_CASE("a reduction without a memory rate is refused instead of being free") {
  ProtectionContext bare = context();
  bare.gpu.memory_rate = Bandwidth(0);

  CHECK_THROWS_AS(make_protection(engine_path(), bare), config::BadInput);
}

TEST_CASE("pageable memory costs a further toll") {
  CHECK(bounce_timing().toll(host::CopyDirection::kHostToDevice, false) == microseconds(25));
}

TEST_CASE("a given crypto rate overrides the CPU") {
  HostBounceSpec spec = bounce_path().host_bounce;
  spec.crypto_rate = gigabytes_per_second(4);

  CHECK(HostBounceTiming(spec, {}).crypto(Bytes(4000)) == nanoseconds(1000));
}

TEST_CASE("the copy engine charges toll and bytes at both ends") {
  const auto protection = make_protection(engine_path(), context());

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

}  // namespace
}  // namespace sealring::security
