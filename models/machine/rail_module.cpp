#include "models/machine/rail_module.hpp"

namespace sealring::machine {
namespace {

fabric::IbSwitchModule::Config leaf_config(const WirePlan& plan, int group, int leaf) {
  const NetworkPlan& network = plan.network;
  fabric::IbSwitchModule::Config config;
  config.down_station = plan.stations.leaf_down;
  config.up_station = plan.stations.leaf_up;
  config.down_ports = network.ports_of_leaf(leaf);
  config.up_ports = network.up_ports();
  const int self = group * network.leaves_per_group + leaf;
  config.down_port = [&network, self](std::int32_t destination) {
    return network.leaf_of(destination) == self ? network.port_of(destination) : -1;
  };
  config.pick_up = pick_by(network, NetworkPlan::Way::kUp);
  return config;
}

}  // namespace

fabric::IbSwitchModule::Pick pick_by(const NetworkPlan& network, NetworkPlan::Way way) {
  return [&network, way](const fabric::Ends& flow, int choices) {
    return network.pick(way, flow.source, flow.destination, choices);
  };
}

RailModule::RailModule(const sc_core::sc_module_name& instance,
                       int group,
                       const WirePlan& plan,
                       const BuildOrder& order,
                       link::StationTable& table)
    : sc_module(instance), leaves(static_cast<std::size_t>(plan.network.leaves_per_group)) {
  in_order(plan.network.leaves_per_group, order.reversed, [&](int leaf) {
    const std::string name_of_leaf = "leaf" + std::to_string(leaf);
    leaves[static_cast<std::size_t>(leaf)] =
        std::make_unique<fabric::IbSwitchModule>(name_of_leaf.c_str(), leaf_config(plan, group, leaf), table);
  });
}

}  // namespace sealring::machine
