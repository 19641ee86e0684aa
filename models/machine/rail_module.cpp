#include "models/machine/rail_module.hpp"

#include <algorithm>

namespace sealring::machine {
namespace {

fabric::IbSwitchModule::Config leaf_config(const WirePlan& plan, int rail, int leaf) {
  fabric::IbSwitchModule::Config config;
  config.down_station = plan.stations.leaf_down;
  config.up_station = plan.stations.leaf_up;
  config.down_ports = hosts_on_leaf(plan, leaf);
  config.has_uplinks = plan.spines();
  config.down_port = [&plan, rail, leaf](std::int32_t destination) {
    const bool below = plan.rail_of(destination) == rail && plan.leaf_of(destination) == leaf;
    return below ? plan.host_of(destination) - leaf * plan.hosts_per_leaf : -1;
  };
  return config;
}

}  // namespace

int hosts_on_leaf(const WirePlan& plan, int leaf) {
  return std::min(plan.hosts_per_leaf, plan.hosts() - leaf * plan.hosts_per_leaf);
}

RailModule::RailModule(const sc_core::sc_module_name& instance,
                       int rail,
                       const WirePlan& plan,
                       const BuildOrder& order,
                       link::StationTable& table)
    : sc_module(instance), leaves(static_cast<std::size_t>(plan.leaves_per_rail)) {
  in_order(plan.leaves_per_rail, order.reversed, [&](int leaf) {
    const std::string name_of_leaf = "leaf" + std::to_string(leaf);
    leaves[static_cast<std::size_t>(leaf)] =
        std::make_unique<fabric::IbSwitchModule>(name_of_leaf.c_str(), leaf_config(plan, rail, leaf), table);
  });
}

}  // namespace sealring::machine
