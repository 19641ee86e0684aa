// A machine and a security profile become modules with bound ports, and what the transports need: a network and its
// router.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "models/fabric/ib_switch_module.hpp"
#include "models/fabric/network.hpp"
#include "models/link/jitter.hpp"
#include "models/link/station_table.hpp"
#include "models/machine/node_module.hpp"
#include "models/machine/rail_module.hpp"
#include "models/machine/wire_plan.hpp"
#include "sim/stats/group.hpp"
#include "sim/stats/invariants.hpp"

namespace sealring::machine {

struct FabricOptions {
  WireOptions wires;
  link::LatencyJitter jitter;  ///< per station, from seed and name
  BuildOrder order;
  int kept_domains = 0;  ///< above 0: only these, and what some_of_many() adds, stand for all
};

/// Owns the modules. Endpoints: GPUs in rank order, then hosts, then the group unit of each domain's switches. Stations
/// are numbered by name and known at once; paths walk bound ports, so they may be asked for from the end of elaboration
/// on, and only while this object lives.
class Fabric final : public fabric::Router {
 public:
  Fabric(const MachineSpec& machine, const security::ProfileSpec& profile, const FabricOptions& options);
  Fabric(const Fabric&) = delete;
  Fabric& operator=(const Fabric&) = delete;

  /// The transport's counter of a station.
  using Carried = std::function<WireBytes(fabric::StationId)>;

  [[nodiscard]] const fabric::Network& network() const { return network_; }
  [[nodiscard]] const WirePlan& plan() const { return plan_; }
  [[nodiscard]] std::int32_t host_endpoint(int host) const { return plan_.gpus + host; }
  /// The group unit of the switches of a domain: what members send to it is added up or copied there, and it sends to
  /// members; when, is for whoever drives it. -1: there is none.
  [[nodiscard]] std::int32_t switch_endpoint(int domain) const { return plan_.switch_endpoint(domain); }
  [[nodiscard]] fabric::Path path(std::int32_t source, std::int32_t destination) const override;

  [[nodiscard]] fabric::GpuSiteModule& gpu(std::int32_t rank) const;
  [[nodiscard]] fabric::HostSiteModule& host(int host) const;
  [[nodiscard]] fabric::StationId station(link::StationHandle handle) const { return table_.id(handle); }
  /// Spreads what each bundle's station carried over its links. Once, at the end of a run.
  void account_links(const Carried& carried);
  /// The counters of all links, by name; zero before account_links.
  [[nodiscard]] std::vector<const stats::Group*> link_counters() const;
  /// Once accounted, the links of every bundle add up to what its station carried. Both must outlive the rules.
  void add_invariants(stats::Invariants& rules, const Carried& carried) const;

 private:
  void build_network(const BuildOrder& order);
  void build_spine(int spine);
  void bind_leaves();
  void bind_adapters();
  [[nodiscard]] fabric::IbSwitchModule& leaf(int leaf) const;  ///< over all rails

  WirePlan plan_;
  link::StationTable table_;
  std::vector<std::unique_ptr<NodeModule>> nodes_;
  std::vector<std::unique_ptr<RailModule>> rails_;
  std::vector<std::unique_ptr<fabric::IbSwitchModule>> spines_;  ///< one for all under adaptive routing
  fabric::Network network_;
};

std::unique_ptr<Fabric> build_fabric(const MachineSpec& machine,
                                     const security::ProfileSpec& profile,
                                     const FabricOptions& options = {});

}  // namespace sealring::machine
