// The counts and stations of a machine's data path under one security profile, before any module exists.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/fabric/network.hpp"
#include "models/link/link_timing.hpp"
#include "models/machine/machine_spec.hpp"
#include "models/machine/network_plan.hpp"
#include "models/security/profile_spec.hpp"

namespace sealring::machine {

struct WireOptions {
  Bytes slice = mebibytes(1);
  /// Whether the workload loads both directions of a scale-up link at once, as a ring does; a broadcast or a single
  /// send loads one.
  link::Traffic traffic = link::Traffic::kBothWays;
  std::uint64_t seed = 0;  ///< of the network's hash
};

/// Stations carry no names yet; the module that holds one names it.
struct WireStations {
  fabric::StationSpec egress;                       ///< a GPU's bundle towards the switches, or towards one mesh peer
  fabric::StationSpec switch_output;                ///< of the scale-up switches, one per GPU
  std::optional<fabric::StationSpec> switch_group;  ///< input of their group unit, one per GPU; none: no such unit
  std::optional<fabric::StationSpec> ingress;       ///< receiving cipher behind the switches
  fabric::StationSpec pcie_up, pcie_down;
  fabric::StationSpec peer;         ///< from other GPUs of the host to one of them, in its root complex
  fabric::StationSpec host_memory;  ///< of one socket: every byte is written and read
  fabric::StationSpec adapter;      ///< adapters of one GPU, sending
  fabric::StationSpec leaf_down, leaf_up, spine_down;
};

struct WirePlan {
  int gpus = 0;
  int domains = 0;
  int gpus_per_domain = 0;
  int gpus_per_host = 0;
  bool mesh = false;
  bool linked = true;    ///< scale-up links exist; else GPUs of a host meet over PCIe
  bool peers = false;    ///< then: directly, not through host memory
  bool staging = false;  ///< messages to other domains pass host memory at both ends
  int sockets = 1;       ///< of a host, each with memory of its own
  int links_per_bundle = 0;
  std::vector<int> links_per_plane;  ///< of a bundle, in the order of its links; a mesh has one plane
  bool scales_out = false;  ///< adapters and a network exist: the machine has some, and more than one domain to join
  NetworkPlan network;      ///< where it scales out
  bool relays = false;      ///< a GPU passes on what leaves for its rail from others of its host (PXN)
  bool names_links = true;  ///< in a large machine links have no modules: they cost more than all the rest
  std::array<bool, fabric::kZones.size()> sealed{};  ///< by zone: a tap on its wires sees ciphertext
  WireStations stations;

  [[nodiscard]] bool stages() const { return staging || (!linked && !peers); }
  [[nodiscard]] int hosts() const { return gpus / gpus_per_host; }
  /// The GPU by whose adapters a message leaves its host: the source, or the one on the destination's rail.
  [[nodiscard]] std::int32_t leaves_by(std::int32_t source, std::int32_t destination) const;
  [[nodiscard]] bool sealed_in(fabric::Zone zone) const { return sealed[static_cast<std::size_t>(zone)]; }
  /// The group unit of a domain's switches, numbered after GPUs and hosts; -1 where the switches have none, the profile
  /// leaves it off, or there are no switches.
  [[nodiscard]] std::int32_t switch_endpoint(int domain) const {
    return stations.switch_group.has_value() ? gpus + hosts() + domain : -1;
  }
  [[nodiscard]] int endpoints() const { return gpus + hosts() + (stations.switch_group.has_value() ? domains : 0); }
  [[nodiscard]] int domain_of(std::int32_t endpoint) const;  ///< of a GPU, a host or a group unit
  [[nodiscard]] int host_of(std::int32_t rank) const { return rank / gpus_per_host; }
};

/// The protections of the profile contribute what they do to links; their stages are not part of the wires.
WirePlan plan_wires(const MachineSpec& machine, const security::ProfileSpec& profile, const WireOptions& options);

}  // namespace sealring::machine
