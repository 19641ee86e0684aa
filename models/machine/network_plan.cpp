#include "models/machine/network_plan.hpp"

#include <algorithm>

#include "models/fabric/seeded.hpp"

namespace sealring::machine {

int NetworkPlan::spine_modules() const { return !spines() ? 0 : spread() ? 1 : std::min(spine_chips, uplinks); }

/// Uplink j of every leaf ends at spine j modulo the number of spines.
int NetworkPlan::links_down(int spine) const {
  return spread() ? 1 : (uplinks - spine + spine_modules() - 1) / spine_modules();
}

int NetworkPlan::ports_of_leaf(int leaf_of_group) const {
  const int served = std::min(hosts_per_leaf, hosts - leaf_of_group * hosts_per_leaf);
  return tree ? served * gpus_per_host : served;
}

int NetworkPlan::port_of(std::int32_t rank) const {
  const int host = host_of(rank) % hosts_per_leaf;
  return tree ? host * gpus_per_host + rail_of(rank) : host;
}

int NetworkPlan::pick(Way way, std::int32_t source, std::int32_t destination, int choices) const {
  if (choices == 1) {
    return 0;
  }
  if (routing == Routing::kStatic) {
    return port_of(destination) % choices;
  }
  const std::uint64_t flow =
      (std::uint64_t{static_cast<std::uint32_t>(source)} << 32U) | static_cast<std::uint32_t>(destination);
  const std::uint64_t salt = fabric::splitmix64(2 * seed + (way == Way::kUp ? 0 : 1));
  return static_cast<int>(fabric::splitmix64(salt ^ flow) % static_cast<std::uint64_t>(choices));
}

NetworkPlan plan_network(const MachineSpec& machine, std::uint64_t seed) {
  const ScaleOutSpec& spec = machine.scale_out;
  NetworkPlan plan;
  plan.tree = spec.topology == "fat_tree";
  plan.hosts = machine.hosts();
  plan.gpus_per_host = machine.gpus_per_host;
  plan.adapters = spec.nics_per_gpu;
  plan.groups = plan.tree ? 1 : machine.gpus_per_host;
  plan.routing = spec.routing;
  plan.seed = seed;
  const int at_once = plan.tree ? machine.wired_per_host() : 1;  // GPUs of a host that meet at one leaf
  const int ports = spec.chip.ports;
  plan.hosts_per_leaf = ports > 0 ? std::max(1, ports / 2 / (plan.adapters * at_once)) : plan.hosts;
  plan.leaves_per_group = (plan.hosts + plan.hosts_per_leaf - 1) / plan.hosts_per_leaf;

  const int most = std::min(plan.hosts_per_leaf, plan.hosts) * at_once;  // GPUs below the fullest leaf
  plan.uplinks = std::max(1, static_cast<int>(most / spec.oversubscription));
  const int uplink_ports = std::max(1, static_cast<int>(most * plan.adapters / spec.oversubscription));
  const int leaves = plan.leaves_per_group * (plan.tree ? 1 : machine.wired_per_host());
  if (leaves > 1) {
    plan.spine_chips = ports > 0 ? (leaves * uplink_ports + ports - 1) / ports : 1;
  }
  return plan;
}

}  // namespace sealring::machine
