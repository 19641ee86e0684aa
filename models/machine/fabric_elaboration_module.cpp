#include "models/machine/fabric_elaboration_module.hpp"

namespace sealring::machine {

Fabric::Fabric(const MachineSpec& machine, const security::ProfileSpec& profile, const FabricOptions& options)
    : plan_(plan_wires(machine, profile, options.wires)), table_(options.jitter) {
  nodes_.resize(static_cast<std::size_t>(plan_.domains));
  in_order(plan_.domains, options.order.reversed, [&](int domain) {
    const std::string instance = "node" + std::to_string(domain);
    nodes_[static_cast<std::size_t>(domain)] =
        std::make_unique<NodeModule>(instance.c_str(), domain, plan_, options.order, table_);
  });
  if (plan_.scales_out) {
    build_network(options.order);
  }
  table_.seal();
  network_.stations = table_.stations();
  network_.router = this;
  network_.endpoints = plan_.endpoints();
  network_.slice = options.wires.slice;
}

void Fabric::build_network(const BuildOrder& order) {
  rails_.resize(static_cast<std::size_t>(plan_.rails()));
  in_order(plan_.rails(), order.reversed, [&](int rail) {
    const std::string instance = "rail" + std::to_string(rail);
    rails_[static_cast<std::size_t>(rail)] = std::make_unique<RailModule>(instance.c_str(), rail, plan_, order, table_);
  });
  if (plan_.spines()) {
    build_spines();
  }
  bind_rails();
}

void Fabric::build_spines() {
  fabric::IbSwitchModule::Config config;
  config.down_station = plan_.stations.spine_down;
  config.down_ports = plan_.leaves();
  config.down_port = [this](std::int32_t destination) {
    return plan_.rail_of(destination) * plan_.leaves_per_rail + plan_.leaf_of(destination);
  };
  spines_ = std::make_unique<fabric::IbSwitchModule>("spine0", config, table_);
}

void Fabric::bind_rails() {
  for (int leaf = 0; leaf < plan_.leaves() && spines_; ++leaf) {
    fabric::IbSwitchModule& below = *rails_[static_cast<std::size_t>(leaf / plan_.leaves_per_rail)]
                                         ->leaves[static_cast<std::size_t>(leaf % plan_.leaves_per_rail)];
    below.up[0].bind(*spines_);
    spines_->down[static_cast<std::size_t>(leaf)].bind(below);
  }
  for (std::int32_t rank = 0; rank < plan_.gpus; ++rank) {
    const int leaf = plan_.leaf_of(rank);
    fabric::HcaModule& adapter = *nodes_[static_cast<std::size_t>(rank / plan_.gpus_per_domain)]
                                      ->adapters[static_cast<std::size_t>(rank % plan_.gpus_per_domain)];
    fabric::IbSwitchModule& above =
        *rails_[static_cast<std::size_t>(plan_.rail_of(rank))]->leaves[static_cast<std::size_t>(leaf)];
    adapter.network.bind(above);
    above.down[static_cast<std::size_t>(plan_.host_of(rank) - leaf * plan_.hosts_per_leaf)].bind(adapter.arrivals);
  }
}

fabric::Path Fabric::path(std::int32_t source, std::int32_t destination) const {
  fabric::PathBuilder builder(table_);
  if (source < plan_.gpus) {
    gpu(source).trace(builder, destination);
  } else if (source >= plan_.gpus + plan_.hosts()) {
    nodes_.at(static_cast<std::size_t>(plan_.domain_of(source)))->nvswitch->trace(builder, destination);
  } else {
    host(source - plan_.gpus).trace(builder, destination);
  }
  return builder.path();
}

fabric::GpuSiteModule& Fabric::gpu(std::int32_t rank) const {
  return *nodes_.at(static_cast<std::size_t>(rank / plan_.gpus_per_domain))
              ->gpus[static_cast<std::size_t>(rank % plan_.gpus_per_domain)];
}

fabric::HostSiteModule& Fabric::host(int host) const {
  const int per_domain = plan_.gpus_per_domain / plan_.gpus_per_host;
  return *nodes_.at(static_cast<std::size_t>(host / per_domain))->hosts[static_cast<std::size_t>(host % per_domain)];
}

void Fabric::account_links(const Carried& carried) {
  for (std::int32_t rank = 0; rank < plan_.gpus; ++rank) {
    for (const auto& bundle : gpu(rank).bundles()) {
      bundle->account(carried(table_.id(bundle->station())));
    }
  }
}

std::vector<const stats::Group*> Fabric::link_counters() const {
  std::vector<const stats::Group*> counters;
  for (std::int32_t rank = 0; rank < plan_.gpus; ++rank) {
    for (const auto& link : gpu(rank).links()) {
      counters.push_back(&link->stats());
    }
  }
  return counters;
}

void Fabric::add_invariants(stats::Invariants& rules, const Carried& carried) const {
  for (std::int32_t rank = 0; rank < plan_.gpus; ++rank) {
    for (const auto& bundle : gpu(rank).bundles()) {
      const fabric::NvlinkBundleModule& links = *bundle;
      const fabric::StationId station = table_.id(links.station());
      rules.add(std::string(links.name()) + ": its links carry what it carries", [&links, station, carried] {
        const WireBytes whole = carried(station);
        const WireBytes sum = links.booked();
        return sum == whole ? std::string()
                            : std::to_string(sum.count()) + " B on its links, " + std::to_string(whole.count()) +
                                  " B through it";
      });
    }
  }
}

std::unique_ptr<Fabric> build_fabric(const MachineSpec& machine,
                                     const security::ProfileSpec& profile,
                                     const FabricOptions& options) {
  return std::make_unique<Fabric>(machine, profile, options);
}

}  // namespace sealring::machine
