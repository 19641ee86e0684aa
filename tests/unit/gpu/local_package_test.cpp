#include "models/gpu/local_package.hpp"

#include <catch2/catch.hpp>

#include "tests/unit/gpu/rig.hpp"

using namespace sealring;
using namespace sealring::test;

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
};

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

TEST_CASE("host-core stages take a core each, first come first served", "[gpu]") {
  Bench bench;  // four cores: the fifth waits
  for (std::uint64_t token = 1; token <= 5; ++token) {
    bench.stage(security::Where::kHostCore, microseconds(10), 0, token);
  }
  bench.queue.run_all();
  CHECK(bench.done.at[4] == at_us(10));
  CHECK(bench.done.at[5] == at_us(20));
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

TEST_CASE("a package grants its staging slots and makes the next one wait", "[gpu]") {
  gpu::UnitSpecs specs = round_specs();
  specs.profile.staging_slots = 1;
  Bench bench(specs);
  bench.unit.package().acquire_staging(stats::kNone, bench.done, 1);
  bench.unit.package().acquire_staging(stats::kNone, bench.done, 2);
  bench.queue.run_all();
  CHECK(bench.done.order == std::vector<std::uint64_t>{1});
  bench.unit.package().release_staging();
  bench.queue.run_all();
  CHECK(bench.done.order == std::vector<std::uint64_t>{1, 2});
}
