#include "models/gpu/local_package.hpp"

#include <catch2/catch.hpp>

#include "tests/unit/gpu/rig.hpp"

using namespace sealring;
using namespace sealring::test;
using gpu::StagingEnd;

namespace {

struct Bench {
  explicit Bench(const gpu::UnitSpecs& specs = round_specs())
      : cores(gpu::host_cores(specs.host.cpu, 0, {queue, log})), unit(0, specs, {queue, log}, *cores) {}
  queue::EventQueue queue;
  stats::ActivityLog log;
  std::unique_ptr<host::Servers> cores;
  gpu::GpuUnit unit;
  Recorder done{queue};

  void stage(security::Where where, Duration alone, int launches, std::uint64_t token) {
    security::Stage stage;
    stage.where = where;
    stage.alone = alone;
    stage.sms = 50;
    stage.launches = launches;
    unit.package().run_stage(stage, stats::kNone, done, token);
  }
  void bounce(security::Where where, std::uint64_t token) {
    security::Stage stage;
    stage.where = where;
    stage.bytes = Bytes(10'000);
    unit.package().run_stage(stage, stats::kNone, done, token);
  }
  gpu::StagingClaim claim(std::uint64_t token) { return {stats::kNone, &done, token}; }
};

/// Messages to other domains bounce as the host copies of add_tolls() do; host copies do not.
gpu::UnitSpecs bouncing() {
  gpu::UnitSpecs specs = round_specs();
  add_tolls(specs);
  specs.profile.scale_out = specs.profile.host_copy;
  specs.profile.host_copy = {};
  return specs;
}

gpu::UnitSpecs staged(int slots, std::int64_t bytes) {
  gpu::UnitSpecs specs = round_specs();
  specs.profile.staging_slots = slots;
  specs.profile.staging_slot = Bytes(bytes);
  return specs;
}

}  // namespace

TEST_CASE("a kernel stage pays launch, toll and latency before it runs", "[gpu]") {
  gpu::UnitSpecs specs = round_specs();
  add_tolls(specs);
  Bench bench(specs);
  bench.stage(security::Where::kGpuKernel, microseconds(20), 1, 1);  // 4 + 6 + 1 + 2 + 20
  bench.queue.run_all();
  CHECK(bench.done.at[1] == at_us(33));
}

TEST_CASE("the communication thread submits one stage after the other", "[gpu]") {
  // Launches at 0..4 and 4..12 (two of them); kernels 5..25 and 13..33 fit side by side in 100 SMs.
  Bench bench;
  bench.stage(security::Where::kGpuKernel, microseconds(20), 1, 1);
  bench.stage(security::Where::kGpuKernel, microseconds(20), 2, 2);
  bench.queue.run_all();
  CHECK(bench.done.at[1] == at_us(25));
  CHECK(bench.done.at[2] == at_us(33));
}

TEST_CASE("a stage without launches starts at once", "[gpu]") {
  Bench bench;
  bench.stage(security::Where::kGpuKernel, microseconds(20), 0, 1);
  bench.queue.run_all();
  CHECK(bench.done.at[1] == at_us(20));
}

TEST_CASE("copy-engine stages share the engines", "[gpu]") {
  Bench bench;  // two engines
  for (std::uint64_t token = 1; token <= 3; ++token) {
    bench.stage(security::Where::kCopyEngine, microseconds(10), 0, token);
  }
  bench.queue.run_all();
  CHECK(bench.done.at[2] == at_us(10));
  CHECK(bench.done.at[3] == at_us(20));
}

TEST_CASE("copies of a collective are submitted one after the other, each with the cost of a plain one", "[gpu]") {
  Bench bench;  // 1 us of copy API before each toll
  bench.stage(security::Where::kCopySubmission, microseconds(10), 0, 1);
  bench.stage(security::Where::kCopySubmission, microseconds(10), 0, 2);
  bench.queue.run_all();
  CHECK(bench.done.at[1] == at_us(11));
  CHECK(bench.done.at[2] == at_us(22));
}

TEST_CASE("bounced messages of both directions and host copies take turns on one cipher", "[gpu]") {
  // 10,000 bytes, one slot: 20 us of cipher, 1 us start and 10 us of PCIe. To the device: cipher 0-20, PCIe 20-31. To
  // the host: PCIe 0-11, cipher 20-40. The second to the host: PCIe 11-22, cipher 40-60.
  Bench bench(bouncing());
  bench.bounce(security::Where::kBounceToDevice, 1);
  bench.bounce(security::Where::kBounceToHost, 2);
  bench.bounce(security::Where::kBounceToHost, 3);
  bench.queue.run_all();
  CHECK(bench.done.at[1] == at_us(31));
  CHECK(bench.done.at[2] == at_us(40));
  CHECK(bench.done.at[3] == at_us(60));
}

TEST_CASE("bounced messages take the bounce pool", "[gpu]") {
  gpu::UnitSpecs specs = bouncing();
  specs.profile.scale_out.host_bounce.pool_slots = 2;
  Bench bench(specs);
  bench.bounce(security::Where::kBounceToHost, 1);
  CHECK(bench.unit.bounce().in_use() == 1);
  bench.queue.run_all();
  CHECK(bench.unit.bounce().in_use() == 0);
}

TEST_CASE("sending and receiving have staging pools of their own", "[gpu]") {
  Bench bench(staged(1, 100));
  bench.unit.package().acquire_staging(StagingEnd::kSend, Bytes(10), bench.claim(1));
  bench.unit.package().acquire_staging(StagingEnd::kReceive, Bytes(10), bench.claim(2));
  bench.unit.package().acquire_staging(StagingEnd::kSend, Bytes(10), bench.claim(3));
  bench.queue.run_all();
  CHECK(bench.done.order == std::vector<std::uint64_t>{1, 2});
  bench.unit.package().release_staging(StagingEnd::kSend, Bytes(10));
  bench.queue.run_all();
  CHECK(bench.done.order == std::vector<std::uint64_t>{1, 2, 3});
}

TEST_CASE("a message takes as many staging slots as its bytes fill", "[gpu]") {
  Bench bench(staged(4, 100));
  bench.unit.package().acquire_staging(StagingEnd::kSend, Bytes(200), bench.claim(1));
  bench.unit.package().acquire_staging(StagingEnd::kSend, Bytes(101), bench.claim(2));
  CHECK(bench.unit.staging(StagingEnd::kSend).in_use() == 4);
  bench.unit.package().release_staging(StagingEnd::kSend, Bytes(200));
  CHECK(bench.unit.staging(StagingEnd::kSend).in_use() == 2);
}

TEST_CASE("a message larger than the staging pool takes all of it and gives all of it back", "[gpu]") {
  Bench bench(staged(2, 100));
  bench.unit.package().acquire_staging(StagingEnd::kReceive, Bytes(10'000), bench.claim(1));
  CHECK(bench.unit.staging(StagingEnd::kReceive).in_use() == 2);
  bench.unit.package().release_staging(StagingEnd::kReceive, Bytes(10'000));
  CHECK(bench.unit.staging(StagingEnd::kReceive).in_use() == 0);
}
