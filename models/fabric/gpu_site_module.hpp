// One GPU as an endpoint: its scale-up links, its PCIe link, and the memory where messages end.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <systemc>

#include "models/fabric/nvlink_module.hpp"
#include "models/fabric/pcie_module.hpp"
#include "models/fabric/wire_module.hpp"

namespace sealring::fabric {

class GpuSiteModule final : public sc_core::sc_module {
 public:
  struct Config {
    std::int32_t rank = 0;
    std::int32_t first_gpu = 0;  ///< of the scale-up domain
    int domain_gpus = 0;
    std::int32_t group_endpoint = -1;  ///< of the domain's switches; -1: none
    bool mesh = false;                 ///< a bundle to every peer instead of one to the switches
    bool linked = true;                ///< else there is no bundle: other GPUs are reached over PCIe
    int links_per_bundle = 0;          ///< that get a module of their own
    StationSpec egress;
    std::optional<StationSpec> ingress;  ///< receiving cipher behind the switches
    PcieModule::Config pcie;
    /// The GPU of this host by whose adapters a message to another domain leaves; empty: always this one.
    std::function<std::int32_t(std::int32_t destination)> leaves_by;
    std::function<void(std::int32_t rank)> inside;  ///< builds further children of this GPU; may be empty
  };
  sc_core::sc_vector<WirePort> scale_up;  ///< by bundle
  WirePort host_side;
  sc_core::sc_export<Wire> arrivals;  ///< from the scale-up fabric
  sc_core::sc_export<Wire> memory;    ///< from the PCIe link

  GpuSiteModule(const sc_core::sc_module_name& instance, const Config& config, link::StationTable& table);

  void trace(PathBuilder& path, std::int32_t destination) const;
  /// Bundle towards the switches, or in a mesh towards the peer with this local index.
  [[nodiscard]] NvlinkBundleModule& bundle(int peer) { return *bundles_[bundle_index(peer)]; }
  [[nodiscard]] const std::vector<std::unique_ptr<NvlinkBundleModule>>& bundles() const { return bundles_; }
  [[nodiscard]] const std::vector<std::unique_ptr<NvlinkModule>>& links() const { return links_; }
  [[nodiscard]] PcieModule& pcie() { return pcie_; }

 private:
  [[nodiscard]] std::size_t bundle_index(int peer) const;
  void enter(PathBuilder& path) const;  ///< from the scale-up fabric
  void add_bundle(const std::string& instance, link::StationTable& table);
  void add_bundles(link::StationTable& table);

  Config config_;
  std::vector<std::unique_ptr<NvlinkBundleModule>> bundles_;
  std::vector<std::unique_ptr<NvlinkModule>> links_;
  PcieModule pcie_;
  std::optional<link::StationHandle> ingress_;
  Entry opened_;
  Entry stored_;
};

}  // namespace sealring::fabric
