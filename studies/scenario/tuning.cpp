#include "studies/scenario/tuning.hpp"

#include <algorithm>

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

collectives::JobShape shape_of(const Scenario& scenario, const security::ProfileSpec& profile) {
  const machine::MachineSpec& machine = scenario.machine;
  collectives::JobShape shape;
  shape.ranks = scenario.ranks;
  shape.domain = std::min(shape.ranks, machine.gpus_per_domain);
  if (machine.scale_out.present) {
    shape.adapters =
        machine.scale_out.nic.rate_per_direction * static_cast<double>(machine.scale_out.nics_per_gpu * shape.domain);
  }
  shape.reduces_in_switch = machine.scale_up.kind != "mesh" && profile.multicast &&
                            machine.communication.nvls.channels > 0 && shape.ranks % shape.domain == 0;
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
