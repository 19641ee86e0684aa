// How the adapters of all hosts meet: leaves, uplinks and spines, and which way a message takes through them.
#pragma once

#include <cstdint>

#include "models/machine/machine_spec.hpp"

namespace sealring::machine {

/// Models:  two levels of switches. Of a leaf, half of the ports lead down; it has as many uplinks as a full leaf of
///          this machine has adapters, divided by the oversubscription. Rails: the adapters of GPU i of every host meet
///          on rail i, which has as many leaves as its hosts need. Fat tree: all adapters of a host meet at one leaf.
///          With ECMP every uplink is a server of its own and a flow, a pair of ranks, stays on the one that its hash
///          picks, in the spine likewise. Static forwarding picks by the destination's place on its leaf. Adaptive
///          routing is ideal: the uplinks of a leaf are one server, all spines one switch.
/// Ignores: the third level that more leaves than a spine has ports would need (refused except with adaptive routing,
///          where everything above the leaves is one hop); several flows of one pair; links that fail.
/// Source:  vendor documents of rail-optimised clusters; hash functions of real switches are not published.
struct NetworkPlan {
  bool tree = false;  ///< a fat tree; else rails
  int hosts = 0;
  int gpus_per_host = 0;  ///< that take part
  int adapters = 1;       ///< of one GPU; they end at one leaf, and take the same uplink under ECMP
  int groups = 0;         ///< rails that take part; 1 in a tree
  int hosts_per_leaf = 1;
  int leaves_per_group = 0;
  int uplinks = 0;      ///< of a leaf, each with the ports of one GPU's adapters
  int spine_chips = 0;  ///< of the whole machine, whether all its GPUs take part or not
  Routing routing = Routing::kAdaptive;
  std::uint64_t seed = 0;  ///< of the hash

  [[nodiscard]] int leaves() const { return groups * leaves_per_group; }
  [[nodiscard]] bool spines() const { return leaves() > 1; }
  [[nodiscard]] bool spread() const { return routing == Routing::kAdaptive; }  ///< uplinks are one bundle
  /// Bundles from a leaf upwards, and switches above.
  [[nodiscard]] int up_ports() const { return !spines() ? 0 : spread() ? 1 : uplinks; }
  [[nodiscard]] int spine_modules() const;
  /// Parallel bundles from a spine down to each leaf.
  [[nodiscard]] int links_down(int spine) const;
  /// Adapters of GPUs that a leaf of a group serves; the last may have fewer.
  [[nodiscard]] int ports_of_leaf(int leaf_of_group) const;

  [[nodiscard]] int host_of(std::int32_t rank) const { return rank / gpus_per_host; }
  [[nodiscard]] int rail_of(std::int32_t rank) const { return rank % gpus_per_host; }
  [[nodiscard]] int group_of(std::int32_t rank) const { return tree ? 0 : rail_of(rank); }
  /// Over all groups.
  [[nodiscard]] int leaf_of(std::int32_t rank) const {
    return group_of(rank) * leaves_per_group + host_of(rank) / hosts_per_leaf;
  }
  [[nodiscard]] int port_of(std::int32_t rank) const;  ///< on its leaf

  enum class Way : std::uint8_t { kUp, kDown };
  /// Which of the parallel bundles the flow takes.
  [[nodiscard]] int pick(Way way, std::int32_t source, std::int32_t destination, int choices) const;
};

/// Leaves, uplinks and spines of a machine that scales out.
NetworkPlan plan_network(const MachineSpec& machine, std::uint64_t seed);

}  // namespace sealring::machine
