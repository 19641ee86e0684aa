#include "studies/scenario/tuning.hpp"

#include <algorithm>
#include <set>

#include "models/security/catalog.hpp"

namespace sealring::studies {
namespace {

bool staged(const security::PathProtectionSpec& path, const machine::MachineSpec& machine) {
  security::ProtectionContext context;
  context.gpu = machine.gpu;
  context.cpu = machine.host.cpu;
  context.communication = machine.communication;
  return security::make_protection(path, context)->staged();
}

std::string switches_lack(const Scenario& scenario, const security::ProfileSpec& profile) {
  const machine::MachineSpec& machine = scenario.machine;
  if (machine.scale_up.kind == "mesh" || !machine.scale_up.linked()) {
    return "machine " + machine.name + " has no scale-up switches";
  }
  if (!machine.scale_up.chip.multicast) {
    return "the scale-up switches of machine " + machine.name + " neither reduce nor multicast";
  }
  if (!profile.multicast) {
    return "profile " + scenario.profile + " leaves the scale-up switches without multicast";
  }
  return machine.communication.nvls.channels > 0
             ? ""
             : "the communication library of machine " + machine.name + " does not use the scale-up switches";
}

collectives::JobShape shape_of(const Scenario& scenario, const security::ProfileSpec& profile) {
  const machine::MachineSpec& machine = scenario.machine;
  collectives::JobShape shape;
  shape.ranks = scenario.ranks;
  shape.domain = std::min(shape.ranks, machine.gpus_per_domain);
  if (machine.scale_out.present) {
    shape.adapters = machine.scale_out.nics_per_gpu * shape.domain;
    shape.adapter_rate = machine.scale_out.nic.rate_per_direction;
  }
  shape.linked = machine.scale_up.linked();
  shape.switches_lack = switches_lack(scenario, profile);
  return shape;
}

}  // namespace

collectives::Tuner tuner_of(const Scenario& scenario, const security::ProfileSpec& profile) {
  const collectives::JobShape shape = shape_of(scenario, profile);
  collectives::Prescribed prescribed;
  prescribed.lanes = scenario.lanes;
  prescribed.pieces = scenario.pieces;
  prescribed.staged =
      staged(profile.scale_up, scenario.machine) || (shape.nodes() > 1 && staged(profile.scale_out, scenario.machine));
  return collectives::Tuner(scenario.machine.communication, shape, prescribed);
}

host::Program one_iteration(const Scenario& scenario) {
  workloads::Setting one = scenario.setting();
  one.iterations = 1;
  return scenario.workload->program(one);
}

std::vector<collectives::Refusal> refusals(const Scenario& scenario) {
  const collectives::Tuner tuner = tuner_of(scenario, scenario.security());
  std::vector<collectives::Refusal> distinct;
  std::set<std::string> known;
  for (const host::CollectiveSpec& collective : one_iteration(scenario).collectives) {
    for (const collectives::Refusal& refusal : tuner.refusals(collective)) {
      if (known.insert(refusal.what).second) {
        distinct.push_back(refusal);
      }
    }
  }
  return distinct;
}

Bytes slice_of(const Scenario& scenario, const host::Program& program, const collectives::Tuner& tuner) {
  constexpr Bytes kLeast = kibibytes(4);
  constexpr Bytes kMost = mebibytes(1);
  if (scenario.slice > Bytes(0)) {
    return scenario.slice;
  }
  Bytes largest = kLeast;
  for (const host::CollectiveSpec& collective : program.collectives) {
    largest = std::max(largest, tuner.schedule(collective).message);
  }
  return std::min(largest, kMost);
}

}  // namespace sealring::studies
