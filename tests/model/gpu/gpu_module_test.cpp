#include "models/gpu/gpu_module.hpp"

#include <catch2/catch.hpp>

#include "models/gpu/execution.hpp"
#include "models/host/host_module.hpp"
#include "sim/kernel/kernel.hpp"
#include "sim/kernel/queue_driver_module.hpp"
#include "tests/support/isolated.hpp"
#include "tests/unit/gpu/rig.hpp"

using namespace sealring;
using namespace sealring::test;

namespace {

std::vector<std::vector<host::Op>> two_ranks() {
  const std::vector<host::Op> ops{test::kernel(microseconds(30), 3),
                                  collective(0, 1, {0}),
                                  test::kernel(microseconds(70), 2),
                                  copy(host::CopyDirection::kDeviceToHost, Bytes(25'000)),
                                  synchronize()};
  return {ops, ops};
}

std::string with_modules() {
  sealring::kernel::use_femtosecond_ticks();
  queue::EventQueue queue;
  stats::ActivityLog log;
  const gpu::Ground ground{queue, log};
  const gpu::UnitSpecs specs = round_specs();
  host::Program program;
  program.ranks = two_ranks();
  program.ranks[0].push_back(mark());
  program.ranks[1].push_back(mark());
  program.collectives.resize(1);
  sealring::kernel::QueueDriver driver("driver", queue);
  host::HostModule host("host0", specs.host.cpu, 0, ground);
  gpu::GpuModule gpu1("gpu1", 1, specs, ground, host.cores());
  gpu::GpuModule gpu0("gpu0", 0, specs, ground, host.cores());
  host.gpus.bind(gpu1.pcie);
  host.gpus.bind(gpu0.pcie);
  gpu::Execution execution(specs, ground, program, {&gpu0.unit(), &gpu1.unit()});
  FixedCollectives service(queue, log, execution.packages());
  service.time = microseconds(40);
  execution.connect(service);
  execution.start();
  sealring::kernel::run_elaborated();
  return std::to_string(execution.iteration_end(0).at.count()) + " " + std::to_string(log.size()) + " " +
         std::to_string(host.units()[0]->rank());
}

std::string on_a_foreign_host() {
  sealring::kernel::use_femtosecond_ticks();
  queue::EventQueue queue;
  stats::ActivityLog log;
  const gpu::Ground ground{queue, log};
  host::HostModule host0("host0", round_specs().host.cpu, 0, ground);
  host::HostModule host1("host1", round_specs().host.cpu, 8, ground);
  gpu::GpuModule gpu("gpu8", 8, round_specs(), ground, host0.cores());
  host1.gpus.bind(gpu.pcie);
  try {
    sealring::kernel::run_elaborated();
  } catch (const sealring::kernel::KernelError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("GPU and host modules give the same run as the parts without SystemC", "[gpu]") {
  Rig rig(round_specs(), two_ranks());
  rig.service->time = microseconds(40);
  const Instant end = rig.run();
  CHECK(isolated(with_modules) == std::to_string(end.count()) + " " + std::to_string(rig.log.size()) + " 0");
}

TEST_CASE("a GPU bound to a host whose cores it does not use is an elaboration error", "[gpu]") {
  CHECK_THAT(isolated(on_a_foreign_host), Catch::Matchers::Contains("host1"));
}
