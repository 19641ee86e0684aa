#include "models/machine/fabric_elaboration_module.hpp"

#include "models/machine/folded_network.hpp"

namespace sealring::machine {
namespace {

WirePlan plan_of(const MachineSpec& machine, const security::ProfileSpec& profile, const FabricOptions& options) {
  const WirePlan whole = plan_wires(machine, profile, options.wires);
  return options.kept_domains > 0 ? some_of_many(whole, options.kept_domains) : whole;
}

}  // namespace

Fabric::Fabric(const MachineSpec& machine, const security::ProfileSpec& profile, const FabricOptions& options)
    : plan_(plan_of(machine, profile, options)), table_(options.jitter) {
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
  const NetworkPlan& network = plan_.network;
  rails_.resize(static_cast<std::size_t>(network.groups));
  in_order(network.groups, order.reversed, [&](int group) {
    const std::string instance = network.tree ? "tree" : "rail" + std::to_string(group);
    rails_[static_cast<std::size_t>(group)] =
        std::make_unique<RailModule>(instance.c_str(), group, plan_, order, table_);
  });
  spines_.resize(static_cast<std::size_t>(network.spine_modules()));
  in_order(network.spine_modules(), order.reversed, [&](int spine) { build_spine(spine); });
  bind_leaves();
  bind_adapters();
}

void Fabric::build_spine(int spine) {
  const NetworkPlan& network = plan_.network;
  fabric::IbSwitchModule::Config config;
  config.down_station = plan_.stations.spine_down;
  config.down_ports = network.leaves();
  config.links_down = network.links_down(spine);
  config.down_port = [&network](std::int32_t destination) { return network.leaf_of(destination); };
  config.pick_down = pick_by(network, NetworkPlan::Way::kDown);
  const std::string instance = "spine" + std::to_string(spine);
  spines_[static_cast<std::size_t>(spine)] = std::make_unique<fabric::IbSwitchModule>(instance.c_str(), config, table_);
}

fabric::IbSwitchModule& Fabric::leaf(int leaf) const {
  const int per_group = plan_.network.leaves_per_group;
  return *rails_[static_cast<std::size_t>(leaf / per_group)]->leaves[static_cast<std::size_t>(leaf % per_group)];
}

void Fabric::bind_leaves() {
  for (int below = 0; below < plan_.network.leaves() && !spines_.empty(); ++below) {
    for (std::size_t port = 0; port < leaf(below).up.size(); ++port) {
      leaf(below).up[port].bind(*spines_[port % spines_.size()]);
    }
    for (const auto& spine : spines_) {
      spine->down[static_cast<std::size_t>(below)].bind(leaf(below));
    }
  }
}

void Fabric::bind_adapters() {
  for (std::int32_t rank = 0; rank < plan_.gpus; ++rank) {
    fabric::HcaModule& adapter = *nodes_[static_cast<std::size_t>(rank / plan_.gpus_per_domain)]
                                      ->adapters[static_cast<std::size_t>(rank % plan_.gpus_per_domain)];
    fabric::IbSwitchModule& above = leaf(plan_.network.leaf_of(rank));
    adapter.network.bind(above);
    above.down[static_cast<std::size_t>(plan_.network.port_of(rank))].bind(adapter.arrivals);
  }
}

fabric::Path Fabric::path(std::int32_t source, std::int32_t destination) const {
  fabric::PathBuilder builder(table_, {source, destination});
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
