#include "models/machine/wire_plan.hpp"

#include <algorithm>
#include <numeric>

#include "models/fabric/switch_timing.hpp"
#include "models/link/pcie_timing.hpp"
#include "models/nic/nic_timing.hpp"
#include "models/security/catalog.hpp"

namespace sealring::machine {
namespace {

/// An adapter or a PCIe port buffers a slice on its way in while the one before leaves.
constexpr int kAdapterSlots = 2;

security::LinkOverhead overhead(const security::PathProtectionSpec& path, const MachineSpec& machine) {
  security::ProtectionContext context;
  context.gpu = machine.gpu;
  context.cpu = machine.host.cpu;
  return security::make_protection(path, context)->on_link();
}

int links_per_bundle(const ScaleUpSpec& spec) {
  return spec.kind == "mesh" ? spec.links_per_pair
                             : std::accumulate(spec.links_per_plane.begin(), spec.links_per_plane.end(), 0);
}

void add_switched(WireStations& stations,
                  const ScaleUpSpec& spec,
                  const link::LinkTiming& wire,
                  const link::LinkBundle& bundle,
                  Bytes slice) {
  const fabric::SwitchTiming chip(spec.chip);
  stations.egress.far_slots = chip.input_slots(slice);
  stations.switch_output = chip.output("", {wire.wire_rate(bundle), wire.framing(bundle.writer), wire.latency()});
  if (wire.ciphered()) {
    stations.ingress = wire.ingress("", bundle);
    stations.switch_output.far_slots = wire.receive_slots(slice);
  }
}

void add_scale_up(WirePlan& plan,
                  const MachineSpec& machine,
                  const security::LinkOverhead& cipher,
                  const WireOptions& options) {
  const link::LinkTiming wire(machine.scale_up.link, cipher);
  const link::LinkBundle bundle{plan.links_per_bundle, options.writer, options.traffic};
  plan.stations.egress = wire.egress("", bundle);
  if (plan.mesh) {
    plan.stations.egress.latency += wire.open_latency();  // a direct link holds both ends of the cipher
  } else {
    add_switched(plan.stations, machine.scale_up, wire, bundle, options.slice);
  }
}

void add_pcie(WirePlan& plan, const MachineSpec& machine, const security::LinkOverhead& cipher) {
  const link::PcieTiming wire(machine.host.pcie, cipher);
  plan.stations.pcie_up = wire.direction("");
  plan.stations.pcie_up.far_slots = plan.scales_out ? kAdapterSlots : 0;
  plan.stations.pcie_down = wire.direction("");
  plan.stations.pcie_down.shared = plan.scales_out;  // the host and the adapters both write down this link
}

void add_scale_out(WirePlan& plan, const MachineSpec& machine, const security::LinkOverhead& cipher, Bytes slice) {
  const ScaleOutSpec& spec = machine.scale_out;
  const nic::NicTiming adapter(spec.nic, cipher);
  const fabric::SwitchTiming chip(spec.chip);
  const Bandwidth rate = adapter.wire_rate(spec.nics_per_gpu);
  const double uplinks = std::min(plan.hosts_per_leaf, plan.hosts());

  WireStations& stations = plan.stations;
  stations.adapter = adapter.egress("", spec.nics_per_gpu);
  stations.leaf_down = chip.output("", {rate, adapter.framing(), adapter.latency()});
  stations.leaf_up = chip.output("", {rate * uplinks, adapter.framing(), Duration()});
  stations.spine_down = stations.leaf_up;
  stations.adapter.far_slots = chip.input_slots(slice);
  stations.leaf_down.far_slots = kAdapterSlots;
  stations.leaf_up.far_slots = chip.input_slots(slice);
  stations.spine_down.far_slots = chip.input_slots(slice);
}

void count_leaves(WirePlan& plan, const MachineSpec& machine) {
  const int ports = machine.scale_out.chip.ports;
  plan.hosts_per_leaf = ports > 0 ? std::max(1, ports / 2) : plan.hosts();  // half of a leaf's ports lead to spines
  plan.leaves_per_rail = (plan.hosts() + plan.hosts_per_leaf - 1) / plan.hosts_per_leaf;
}

}  // namespace

WirePlan plan_wires(const MachineSpec& machine, const security::ProfileSpec& profile, const WireOptions& options) {
  WirePlan plan;
  plan.gpus = machine.gpus();
  plan.domains = machine.domains;
  plan.gpus_per_domain = machine.gpus_per_domain;
  plan.gpus_per_host = machine.gpus_per_host;
  plan.mesh = machine.scale_up.kind == "mesh";
  plan.links_per_bundle = links_per_bundle(machine.scale_up);
  plan.scales_out = machine.scale_out.present && machine.domains > 1;
  add_scale_up(plan, machine, overhead(profile.scale_up, machine), options);
  add_pcie(plan, machine, overhead(profile.host_copy, machine));
  if (plan.scales_out) {
    count_leaves(plan, machine);
    add_scale_out(plan, machine, overhead(profile.scale_out, machine), options.slice);
  }
  return plan;
}

}  // namespace sealring::machine
