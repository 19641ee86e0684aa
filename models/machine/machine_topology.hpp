// The machine as a graph.
#pragma once

#include "models/machine/machine_spec.hpp"
#include "sim/topology/graph.hpp"

namespace sealring::machine {

/// Nodes 0 .. gpus()-1 are the GPUs in rank order, the next hosts() the hosts: the endpoint numbers of the transports.
/// Names: node0.gpu3, node0.host0, node0.nvswitch1, node0.nic3, rail3.leaf0, spine0; a node is one scale-up domain.
/// Leaves and spines exist when there is more than one domain to join.
topology::Graph machine_topology(const MachineSpec& machine);

}  // namespace sealring::machine
