// One rail of the scale-out network: the leaves that join the adapters of GPU i of every host.
#pragma once

#include <memory>
#include <vector>

#include <systemc>

#include "models/fabric/ib_switch_module.hpp"
#include "models/machine/node_module.hpp"
#include "models/machine/wire_plan.hpp"

namespace sealring::machine {

class RailModule final : public sc_core::sc_module {
 public:
  RailModule(const sc_core::sc_module_name& instance,
             int rail,
             const WirePlan& plan,
             const BuildOrder& order,
             link::StationTable& table);
  std::vector<std::unique_ptr<fabric::IbSwitchModule>> leaves;
};

/// Hosts attached to one leaf; the last leaf of a rail may have fewer.
int hosts_on_leaf(const WirePlan& plan, int leaf);

}  // namespace sealring::machine
