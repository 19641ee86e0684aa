// The leaves of one rail, which join the adapters of GPU i of every host; in a fat tree the leaves of all hosts.
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
             int group,
             const WirePlan& plan,
             const BuildOrder& order,
             link::StationTable& table);
  std::vector<std::unique_ptr<fabric::IbSwitchModule>> leaves;
};

/// How a switch of this network chooses among parallel bundles.
fabric::IbSwitchModule::Pick pick_by(const NetworkPlan& network, NetworkPlan::Way way);

}  // namespace sealring::machine
