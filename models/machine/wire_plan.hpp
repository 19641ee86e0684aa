// The counts and stations of a machine's data path under one security profile, before any module exists.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/fabric/network.hpp"
#include "models/link/link_timing.hpp"
#include "models/machine/machine_spec.hpp"
#include "models/security/profile_spec.hpp"

namespace sealring::machine {

struct WireOptions {
  Bytes slice = mebibytes(1);
  /// Whether the workload loads both directions of a scale-up link at once, as a ring does; a broadcast or a single
  /// send loads one.
  link::Traffic traffic = link::Traffic::kBothWays;
};

/// Stations carry no names yet; the module that holds one names it.
struct WireStations {
  fabric::StationSpec egress;                       ///< a GPU's bundle towards the switches, or towards one mesh peer
  fabric::StationSpec switch_output;                ///< of the scale-up switches, one per GPU
  std::optional<fabric::StationSpec> switch_group;  ///< input of their group unit, one per GPU; none: no such unit
  std::optional<fabric::StationSpec> ingress;       ///< receiving cipher behind the switches
  fabric::StationSpec pcie_up, pcie_down;
  fabric::StationSpec adapter;  ///< adapters of one GPU, sending
  fabric::StationSpec leaf_down, leaf_up, spine_down;
};

/// Rails: the adapters of GPU i of every host meet on rail i; a rail has as many leaves as its hosts need, and all
/// adapters of a GPU end at one leaf; spines join all leaves.
struct WirePlan {
  int gpus = 0;
  int domains = 0;
  int gpus_per_domain = 0;
  int gpus_per_host = 0;
  bool mesh = false;
  int links_per_bundle = 0;
  std::vector<int> links_per_plane;  ///< of a bundle, in the order of its links; a mesh has one plane
  bool scales_out = false;  ///< adapters and a network exist: the machine has some, and more than one domain to join
  int hosts_per_leaf = 1;
  int leaves_per_rail = 0;
  int spine_chips = 0;                               ///< they work as one: leaves spread evenly over them
  std::array<bool, fabric::kZones.size()> sealed{};  ///< by zone: a tap on its wires sees ciphertext
  WireStations stations;

  [[nodiscard]] int hosts() const { return gpus / gpus_per_host; }
  [[nodiscard]] int rails() const { return gpus_per_host; }
  [[nodiscard]] int leaves() const { return scales_out ? rails() * leaves_per_rail : 0; }
  [[nodiscard]] bool spines() const { return leaves() > 1; }
  [[nodiscard]] bool sealed_in(fabric::Zone zone) const { return sealed[static_cast<std::size_t>(zone)]; }
  /// The group unit of a domain's switches, numbered after GPUs and hosts; -1 where the switches have none, the profile
  /// leaves it off, or there are no switches.
  [[nodiscard]] std::int32_t switch_endpoint(int domain) const {
    return stations.switch_group.has_value() ? gpus + hosts() + domain : -1;
  }
  [[nodiscard]] int endpoints() const { return gpus + hosts() + (stations.switch_group.has_value() ? domains : 0); }
  [[nodiscard]] int domain_of(std::int32_t endpoint) const;  ///< of a GPU, a host or a group unit
  /// Plane of a bundle's link.
  [[nodiscard]] int plane_of(int link) const;
  [[nodiscard]] int host_of(std::int32_t rank) const { return rank / gpus_per_host; }
  [[nodiscard]] int rail_of(std::int32_t rank) const { return rank % gpus_per_host; }
  [[nodiscard]] int leaf_of(std::int32_t rank) const { return host_of(rank) / hosts_per_leaf; }  ///< within its rail
};

/// The protections of the profile contribute what they do to links; their stages are not part of the wires.
WirePlan plan_wires(const MachineSpec& machine, const security::ProfileSpec& profile, const WireOptions& options);

}  // namespace sealring::machine
