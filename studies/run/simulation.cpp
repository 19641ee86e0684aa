#include "studies/run/simulation.hpp"

#include <algorithm>

#include "models/fabric/fidelity.hpp"
#include "sim/kernel/kernel.hpp"
#include "studies/run/ideal.hpp"
#include "studies/run/run.hpp"
#include "studies/scenario/tuning.hpp"

namespace sealring::studies {
namespace {

constexpr std::size_t kExpectedActivities = std::size_t{1} << 20;

/// The tick must be set before the first SystemC object exists.
struct Ticks {
  Ticks() { kernel::use_femtosecond_ticks(); }
};

gpu::UnitSpecs unit_specs(const Plan& plan) { return {plan.machine.gpu, plan.machine.host, plan.profile}; }

std::unique_ptr<security::Protection> protection(const security::PathProtectionSpec& spec,
                                                 const machine::MachineSpec& machine) {
  security::ProtectionContext context;
  context.gpu = machine.gpu;
  context.cpu = machine.host.cpu;
  context.communication = machine.communication;
  return security::make_protection(spec, context);
}

/// From one rank to another only one direction of a link is loaded; whoever passes on what it gets loads both.
link::Traffic traffic_of(const host::Program& program) {
  const bool one_way =
      program.ranks.size() <= 2 && !program.collectives.empty() &&
      std::all_of(program.collectives.begin(), program.collectives.end(), [](const host::CollectiveSpec& c) {
        return c.kind == host::CollectiveKind::kBroadcast;
      });
  return one_way ? link::Traffic::kOneWay : link::Traffic::kBothWays;
}

/// Of the domains that stand for all; empty where none do.
host::Program kept_part(const Plan& plan) {
  host::Program program;
  if (plan.folding.fold.folded()) {
    const auto& ranks = plan.program.ranks;
    program.ranks.assign(ranks.begin(), ranks.begin() + plan.folding.fold.kept * plan.machine.gpus_per_domain);
    program.collectives = plan.program.collectives;
    program.names = plan.program.names;
    program.iterations = plan.program.iterations;
  }
  return program;
}

}  // namespace

Plan make_plan(const Scenario& scenario) {
  Plan plan{scenario.machine, scenario.security(), scenario.workload->program(scenario.setting()), {}};
  if (scenario.ideal.crypto_free) {
    plan.profile = without_crypto(plan.profile);
  }
  if (scenario.ideal.launches_free) {
    Submissions free = without_launch_costs({plan.machine, plan.profile});
    plan.machine = free.machine;
    plan.profile = free.profile;
  }
  if (scenario.ideal.perfect_overlap) {
    plan.program = workloads::with_perfect_overlap(plan.program);
  }
  plan.folding = folding_of(scenario, plan.profile, plan.program);
  return plan;
}

Simulation::Simulation(const Scenario& scenario, const Plan& plan, const ElaborationOrder& order)
    : plan_(plan),
      kept_part_(kept_part(plan)),
      program_(plan.folding.fold.folded() ? kept_part_ : plan.program),
      ground_{queue_, log_},
      specs_(unit_specs(plan)),
      driver_((Ticks(), "event_queue"), queue_),
      scale_up_(protection(plan.profile.scale_up, plan.machine)),
      scale_out_(protection(plan.profile.scale_out, plan.machine)),
      gpus_(program_.ranks.size()) {
  log_.reserve(kExpectedActivities);
  build_hosts(ranks(), order.reversed);
  build_fabric(scenario, order);
  bind_hosts();
  if (plan.folding.fold.folded()) {
    folded_ = std::make_unique<machine::FoldedNetwork>(fabric_->network(), fabric_->plan(), plan.folding.fold);
  }
  transport_ = fabric::make_engine(scenario.fidelity, folded_ ? folded_->network() : fabric_->network(), queue_);
  std::vector<gpu::GpuUnit*> units;
  for (const auto& gpu : gpus_) {
    units.push_back(&gpu->unit());
  }
  execution_ = std::make_unique<gpu::Execution>(specs_, ground_, program_, units);
  build_executor(scenario);
  execution_->connect(*executor_);
}

void Simulation::build_hosts(int ranks, bool reversed) {
  const int per_host = plan_.machine.gpus_per_host;
  const int count = (ranks + per_host - 1) / per_host;
  hosts_.resize(static_cast<std::size_t>(count));
  machine::in_order(count, reversed, [&](int host) {
    const std::string instance = "cpu" + std::to_string(host);
    hosts_[static_cast<std::size_t>(host)] =
        std::make_unique<host::HostModule>(instance.c_str(), plan_.machine.host.cpu, host * per_host, ground_);
  });
}

void Simulation::build_gpu(std::int32_t rank) {
  if (rank >= ranks()) {
    return;  // a GPU that takes no part, or for which another stands
  }
  host::HostModule& host = *hosts_[static_cast<std::size_t>(rank / plan_.machine.gpus_per_host)];
  gpus_[static_cast<std::size_t>(rank)] =
      std::make_unique<gpu::GpuModule>("package", rank, specs_, ground_, host.cores());
}

void Simulation::build_fabric(const Scenario& scenario, const ElaborationOrder& order) {
  machine::FabricOptions options;
  options.wires.slice = slice_of(scenario, plan_.program, tuner_of(scenario, plan_.profile));
  options.wires.traffic = traffic_of(plan_.program);
  options.wires.seed = static_cast<std::uint64_t>(scenario.seed);
  options.jitter.seed = static_cast<std::uint64_t>(scenario.seed);
  options.jitter.largest = scenario.latency_jitter;
  options.kept_domains = plan_.folding.fold.folded() ? plan_.folding.fold.kept : 0;
  options.order.reversed = order.reversed;
  options.order.inside_gpu = [this](std::int32_t rank) { build_gpu(rank); };
  fabric_ = machine::build_fabric(plan_.machine, plan_.profile, options);
}

void Simulation::bind_hosts() {
  for (std::size_t rank = 0; rank < gpus_.size(); ++rank) {
    hosts_[rank / static_cast<std::size_t>(plan_.machine.gpus_per_host)]->gpus.bind(gpus_[rank]->pcie);
  }
}

void Simulation::build_executor(const Scenario& scenario) {
  collectives::Surroundings around;
  around.queue = &queue_;
  around.transport = transport_.get();
  around.log = &log_;
  around.every_step = scenario.every_step;
  around.packages = execution_->packages();
  around.scale_up = scale_up_.get();
  around.scale_out = scale_out_.get();
  around.gpus_per_domain = plan_.machine.gpus_per_domain;
  around.whole_ranks = plan_.folding.fold.folded() ? static_cast<int>(plan_.program.ranks.size()) : 0;
  for (int domain = 0; domain < fabric_->plan().domains && fabric_->switch_endpoint(domain) >= 0; ++domain) {
    around.switches.push_back(fabric_->switch_endpoint(domain));
  }
  around.key_budget = plan_.profile.setup.key_budget;
  around.rotation_stall = plan_.profile.setup.rotation_stall;
  const collectives::Tuner tuner = tuner_of(scenario, plan_.profile);
  executor_ = std::make_unique<collectives::Executor>(
      around,
      [tuner](const host::CollectiveSpec& spec) { return tuner.schedule(spec); },
      program_.collectives,
      ranks());
}

void Simulation::run() {
  execution_->start();
  kernel::run_elaborated();
  check_nothing_left();
  check_invariants();
}

void Simulation::check_invariants() {
  const machine::Fabric::Carried carried = [this](fabric::StationId id) { return transport_->count(id).wire; };
  fabric_->account_links(carried);
  stats::Invariants rules;
  transport_->add_invariants(rules);
  fabric_->add_invariants(rules, carried);
  rules.require();
}

void Simulation::check_nothing_left() const {
  constexpr int kMostLines = 100;
  std::string left;
  int lines = 0;
  const auto add = [&](const std::string& line) { left += ++lines <= kMostLines ? "\n  " + line : ""; };
  for (const std::string& line : execution_->unfinished()) {
    add(line);
  }
  for (const std::string& line : executor_->unfinished()) {
    add(line);
  }
  for (const fabric::Unfinished& message : transport_->unfinished()) {
    add("message from " + std::to_string(message.transfer.source) + " to " +
        std::to_string(message.transfer.destination) + ": " + message.waits_for);
  }
  if (lines > kMostLines) {
    left += "\n  and " + std::to_string(lines - kMostLines) + " more";
  }
  if (!left.empty()) {
    throw Stalled("the simulation ended with unfinished operations:" + left);
  }
}

}  // namespace sealring::studies
