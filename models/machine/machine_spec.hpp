// A whole machine as plain numbers; what configs/ fills.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "models/fabric/switch_spec.hpp"
#include "models/gpu/communication_spec.hpp"
#include "models/gpu/gpu_spec.hpp"
#include "models/host/host_spec.hpp"
#include "models/link/link_spec.hpp"
#include "models/nic/nic_spec.hpp"
#include "models/security/profile_spec.hpp"

namespace sealring::machine {

/// GPUs of one scale-up domain joined by planes of switches. Every GPU has links_per_plane[p] links to each switch of
/// plane p.
struct ScaleUpSpec {
  /// Row of the topology catalogue: switched_planes | mesh (direct links) | none (GPUs meet over PCIe).
  std::string kind = "switched_planes";
  link::LinkSpec link;
  fabric::SwitchSpec chip;
  std::vector<int> links_per_plane;  ///< switched_planes: one entry per switch chip
  int links_per_pair = 0;            ///< mesh
  bool peer_access = true;           ///< none: GPUs write to each other over PCIe; else through host memory
  [[nodiscard]] bool linked() const { return kind != "none"; }
};

/// How a message finds its way among parallel uplinks.
enum class Routing : std::uint8_t {
  kAdaptive,  ///< every slice takes the link that is free
  kEcmp,      ///< a hash of the pair of ranks decides
  kStatic     ///< the destination decides, as in the forwarding tables of InfiniBand
};
/// How a message reaches an adapter of another rail.
enum class CrossRail : std::uint8_t {
  kNvlink,  ///< through the GPU of that rail on its own host (PXN), whose adapter it leaves by
  kSpine    ///< by its own adapter, and from rail to rail over the spines
};

inline std::vector<std::string> routing_names() { return {"adaptive", "ecmp", "static"}; }
inline std::vector<std::string> cross_rail_names() { return {"nvlink", "spine"}; }
inline std::string name(Routing routing) { return routing_names()[static_cast<std::size_t>(routing)]; }
inline std::string name(CrossRail way) { return cross_rail_names()[static_cast<std::size_t>(way)]; }

struct ScaleOutSpec {
  bool present = false;
  nic::NicSpec nic;
  fabric::SwitchSpec chip;
  int nics_per_gpu = 1;
  std::string topology = "rails";  ///< row of the topology catalogue: rails | fat_tree
  double oversubscription = 1;     ///< adapters of a full leaf for each of its uplinks
  Routing routing = Routing::kAdaptive;
  CrossRail cross_rail = CrossRail::kNvlink;
  bool gpudirect = true;  ///< adapters read and write GPU memory; else messages are staged in the host's
};

/// A claim of a data sheet; compared with the derived value, never an input.
struct PublishedClaim {
  std::string what;  ///< a row of claim_names() in derived.hpp
  Bandwidth value;
  bool both_directions = true;
  std::string source;
};

struct MachineSpec {
  std::string name;
  std::string summary;
  int domains = 1;  ///< scale-up domains (nodes, or racks for rack-scale systems)
  int gpus_per_domain = 8;
  int gpus_per_host = 8;
  int wired_gpus_per_host = 0;  ///< as the network counts them, where a job leaves some idle; 0: gpus_per_host
  gpu::GpuSpec gpu;
  host::HostSpec host;
  ScaleUpSpec scale_up;
  ScaleOutSpec scale_out;
  gpu::CommunicationSpec communication;
  std::map<std::string, security::ProfileSpec> profiles;  ///< always holds "off"
  std::vector<PublishedClaim> published;
  [[nodiscard]] int gpus() const { return domains * gpus_per_domain; }
  [[nodiscard]] int hosts() const { return gpus() / gpus_per_host; }
  [[nodiscard]] int hosts_per_domain() const { return gpus_per_host > 0 ? gpus_per_domain / gpus_per_host : 1; }
  [[nodiscard]] int wired_per_host() const { return wired_gpus_per_host > 0 ? wired_gpus_per_host : gpus_per_host; }
  /// What a file calls the domains: "nodes" of one host each, or "racks" of several.
  [[nodiscard]] std::string domains_word() const { return hosts_per_domain() > 1 ? "racks" : "nodes"; }
};

}  // namespace sealring::machine
