#include "models/machine/wire_plan.hpp"

#include <algorithm>
#include <memory>
#include <numeric>

#include "models/fabric/switch_timing.hpp"
#include "models/link/pcie_timing.hpp"
#include "models/nic/nic_timing.hpp"
#include "models/security/catalog.hpp"

namespace sealring::machine {
namespace {

constexpr int kMostNamed = 1024;  // GPUs: nobody reads counters of the links of more

using Protections = std::array<std::unique_ptr<security::Protection>, fabric::kZones.size()>;

std::unique_ptr<security::Protection> protection(const security::PathProtectionSpec& path, const MachineSpec& machine) {
  security::ProtectionContext context;
  context.gpu = machine.gpu;
  context.cpu = machine.host.cpu;
  context.communication = machine.communication;
  return security::make_protection(path, context);
}

/// In the order of fabric::kZones.
Protections protections(const MachineSpec& machine, const security::ProfileSpec& profile) {
  return {protection(profile.scale_up, machine),
          protection(profile.scale_out, machine),
          protection(profile.host_copy, machine)};
}

/// What a copy engine seals it also writes to the wire; everything else is written by SMs.
link::Writer writer(const security::Protection& protection) {
  const security::Stages stages = protection.at_sender(Bytes(1));
  const bool engine = std::any_of(stages.stage.begin(), stages.stage.begin() + stages.count, [](const auto& stage) {
    return stage.where == security::Where::kCopyEngine;
  });
  return engine ? link::Writer::kCopyEngine : link::Writer::kSmStore;
}

/// The messages that cross a host link in this network are those on their way to an adapter: sealed as messages, or by
/// the link itself. Host copies are no messages of it.
void mark_sealed(WirePlan& plan, const Protections& by_zone) {
  for (const fabric::Zone zone : fabric::kZones) {
    plan.sealed[static_cast<std::size_t>(zone)] = by_zone[static_cast<std::size_t>(zone)]->sealed();
  }
  const security::Protection& scale_out = *by_zone[static_cast<std::size_t>(fabric::Zone::kScaleOut)];
  const security::Protection& host = *by_zone[static_cast<std::size_t>(fabric::Zone::kHost)];
  plan.sealed[static_cast<std::size_t>(fabric::Zone::kHost)] =
      (scale_out.sealed() && scale_out.staged()) || (host.sealed() && !host.staged());
}

std::vector<int> links_per_plane(const ScaleUpSpec& spec) {
  return spec.kind == "mesh" ? std::vector<int>{spec.links_per_pair} : spec.links_per_plane;
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

/// What a cipher seals must be opened before it can be added up, and the sum sealed again.
void add_group_unit(WirePlan& plan,
                    const ScaleUpSpec& spec,
                    const link::LinkTiming& wire,
                    const link::LinkBundle& bundle) {
  const Duration ciphers = wire.ciphered() ? wire.open_latency() + wire.seal_latency() : Duration();
  plan.stations.switch_group =
      fabric::SwitchTiming(spec.chip).group_input("",
                                                  {{}, wire.framing(bundle.writer), ciphers},
                                                  static_cast<int>(plan.links_per_plane.size()),
                                                  plan.gpus_per_domain);
}

void add_scale_up(WirePlan& plan,
                  const MachineSpec& machine,
                  const security::Protection& protection,
                  const WireOptions& options,
                  bool multicast) {
  const link::LinkTiming wire(machine.scale_up.link, protection.on_link());
  const link::LinkBundle bundle{plan.links_per_bundle, writer(protection), options.traffic};
  plan.stations.egress = wire.egress("", bundle);
  if (plan.mesh) {
    plan.stations.egress.latency += wire.open_latency();  // a direct link holds both ends of the cipher
  } else {
    add_switched(plan.stations, machine.scale_up, wire, bundle, options.slice);
    if (multicast && machine.scale_up.chip.multicast) {
      add_group_unit(plan, machine.scale_up, wire, bundle);
    }
  }
}

void add_pcie(WirePlan& plan, const MachineSpec& machine, const security::Protection& protection, Bytes slice) {
  const link::PcieTiming wire(machine.host.pcie, protection.on_link());
  plan.stations.pcie_up = wire.direction("");
  const bool to_adapter = plan.scales_out && !plan.staging;
  plan.stations.pcie_up.far_slots =
      to_adapter ? machine.scale_out.nics_per_gpu * link::slots_in(machine.scale_out.nic.buffer, slice) : 0;
  plan.stations.pcie_down = wire.direction("");
  // The host writes down this link, and so do the adapters and peers.
  plan.stations.pcie_down.shared = plan.scales_out || !plan.linked;
  plan.stations.peer = wire.direction("");
  plan.stations.peer.rate = wire.wire_rate() * machine.host.cpu.peer_share;
  plan.stations.peer.latency = plan.stations.peer.credit_latency = machine.host.cpu.peer_latency;
  plan.stations.peer.shared = true;
  plan.stations.host_memory.rate = machine.host.cpu.memory_rate * 0.5;
  plan.stations.host_memory.latency = wire.latency();  // the adapter or the GPU fetches it
  plan.stations.host_memory.shared = true;             // unlimited slots: what waits for an adapter waits here
}

void add_scale_out(WirePlan& plan, const MachineSpec& machine, const security::Protection& protection, Bytes slice) {
  const ScaleOutSpec& spec = machine.scale_out;
  const nic::NicTiming adapter(spec.nic, protection.on_link());
  const fabric::SwitchTiming chip(spec.chip);
  const Bandwidth rate = adapter.wire_rate(spec.nics_per_gpu);
  const int uplinks = plan.network.spread() ? plan.network.uplinks : 1;  // per bundle

  WireStations& stations = plan.stations;
  stations.adapter = adapter.egress("", spec.nics_per_gpu);
  stations.leaf_down = chip.output("", {rate, adapter.framing(), adapter.latency()});
  stations.leaf_up = chip.output("", {rate * uplinks, adapter.framing(), Duration()});
  stations.spine_down = stations.leaf_up;
  // Of parallel links each has a buffer of its own.
  stations.adapter.far_slots = spec.nics_per_gpu * chip.input_slots(slice);
  stations.leaf_down.far_slots = spec.nics_per_gpu * link::slots_in(spec.nic.buffer, slice);
  stations.leaf_up.far_slots = uplinks * stations.adapter.far_slots;
  stations.spine_down.far_slots = stations.leaf_up.far_slots;
}

/// What is sealed as a whole message leaves by the adapter of the GPU that sealed it. A relay has the slice in its
/// memory before it passes it on, and its own messages take the same link.
void add_relays(WirePlan& plan, const MachineSpec& machine, const security::Protection& protection) {
  plan.relays = machine.scale_out.cross_rail == CrossRail::kNvlink && plan.network.groups > 1 && !protection.staged() &&
                plan.linked && !plan.staging;
  plan.stations.pcie_up.shared = plan.relays;
  plan.stations.pcie_up.cut_through = !plan.relays;
}

}  // namespace

int WirePlan::domain_of(std::int32_t endpoint) const {
  if (endpoint < gpus) {
    return endpoint / gpus_per_domain;
  }
  return endpoint < gpus + hosts() ? (endpoint - gpus) * gpus_per_host / gpus_per_domain : endpoint - gpus - hosts();
}

std::int32_t WirePlan::leaves_by(std::int32_t source, std::int32_t destination) const {
  return relays ? source - network.rail_of(source) + network.rail_of(destination) : source;
}

WirePlan plan_wires(const MachineSpec& machine, const security::ProfileSpec& profile, const WireOptions& options) {
  WirePlan plan;
  plan.gpus = machine.gpus();
  plan.names_links = plan.gpus <= kMostNamed;
  plan.domains = machine.domains;
  plan.gpus_per_domain = machine.gpus_per_domain;
  plan.gpus_per_host = machine.gpus_per_host;
  plan.mesh = machine.scale_up.kind == "mesh";
  plan.linked = machine.scale_up.linked();
  plan.peers = machine.scale_up.peer_access;
  plan.sockets = machine.host.cpu.sockets;
  plan.links_per_plane = links_per_plane(machine.scale_up);
  plan.links_per_bundle = std::accumulate(plan.links_per_plane.begin(), plan.links_per_plane.end(), 0);
  plan.scales_out = machine.scale_out.present && machine.domains > 1;
  const Protections by_zone = protections(machine, profile);
  mark_sealed(plan, by_zone);
  plan.staging = plan.scales_out && !machine.scale_out.gpudirect;
  if (plan.linked) {
    add_scale_up(plan, machine, *by_zone[0], options, profile.multicast);
  }
  add_pcie(plan, machine, *by_zone[2], options.slice);
  if (plan.scales_out) {
    plan.network = plan_network(machine, options.seed);
    add_scale_out(plan, machine, *by_zone[1], options.slice);
    add_relays(plan, machine, *by_zone[1]);
  }
  return plan;
}

}  // namespace sealring::machine
