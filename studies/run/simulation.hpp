// The elaboration: one machine, one profile and one program become SystemC modules around one event queue.
#pragma once

#include <memory>
#include <vector>

#include "models/fabric/engine.hpp"
#include "models/gpu/execution.hpp"
#include "models/gpu/gpu_module.hpp"
#include "models/host/host_module.hpp"
#include "models/machine/fabric_elaboration_module.hpp"
#include "models/machine/folded_network.hpp"
#include "models/security/catalog.hpp"
#include "sim/kernel/queue_driver_module.hpp"
#include "studies/scenario/folding.hpp"
#include "studies/scenario/scenario.hpp"
#include "workloads/collectives/executor.hpp"

namespace sealring::studies {

/// Everything a run needs beside the scenario: what was idealised has been.
struct Plan {
  machine::MachineSpec machine;
  security::ProfileSpec profile;
  host::Program program;  ///< of all ranks
  Folding folding;
};

Plan make_plan(const Scenario& scenario);

/// Where to build what; none of it changes a result.
struct ElaborationOrder {
  bool reversed = false;
};

class Simulation {
 public:
  Simulation(const Scenario& scenario, const Plan& plan, const ElaborationOrder& order = {});
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// Runs to the end; throws Stalled when operations are left, stats::InvariantViolated when an invariant is broken.
  void run();

  [[nodiscard]] const gpu::Execution& execution() const { return *execution_; }
  [[nodiscard]] const collectives::Executor& executor() const { return *executor_; }
  [[nodiscard]] const fabric::Engine& transport() const { return *transport_; }
  [[nodiscard]] const machine::Fabric& fabric() const { return *fabric_; }
  [[nodiscard]] const Folding& folding() const { return plan_.folding; }
  [[nodiscard]] bool scale_out_sealed() const { return scale_out_ != nullptr && scale_out_->sealed(); }
  /// Null where every domain is simulated.
  [[nodiscard]] const machine::FoldedNetwork* folded() const { return folded_.get(); }
  /// Those that are simulated, from 0 on.
  [[nodiscard]] int ranks() const { return static_cast<int>(program_.ranks.size()); }
  [[nodiscard]] const stats::ActivityLog& log() const { return log_; }
  [[nodiscard]] const queue::EventQueue& queue() const { return queue_; }

 private:
  void build_hosts(int ranks, bool reversed);
  void build_gpu(std::int32_t rank);
  void build_fabric(const Scenario& scenario, const ElaborationOrder& order);
  void build_executor(const Scenario& scenario);
  void bind_hosts();
  void check_nothing_left() const;
  void check_invariants();

  const Plan& plan_;
  host::Program kept_part_;       ///< of it, where that stands for all
  const host::Program& program_;  ///< of the ranks that are simulated
  queue::EventQueue queue_;
  stats::ActivityLog log_;
  gpu::Ground ground_;
  gpu::UnitSpecs specs_;
  kernel::QueueDriver driver_;
  std::unique_ptr<security::Protection> scale_up_;
  std::unique_ptr<security::Protection> scale_out_;
  std::vector<std::unique_ptr<host::HostModule>> hosts_;
  std::vector<std::unique_ptr<gpu::GpuModule>> gpus_;
  std::unique_ptr<machine::Fabric> fabric_;
  std::unique_ptr<machine::FoldedNetwork> folded_;
  std::unique_ptr<fabric::Engine> transport_;
  std::unique_ptr<collectives::Executor> executor_;
  std::unique_ptr<gpu::Execution> execution_;
};

}  // namespace sealring::studies
