#include "models/machine/machine_topology.hpp"

#include <fmt/format.h>

#include "sim/topology/catalog.hpp"

namespace sealring::machine {
namespace {

using topology::Edge;
using topology::EdgeClass;
using topology::Graph;
using topology::NodeId;
using topology::Role;

std::string in_node(int domain, const char* kind, int index) { return fmt::format("node{}.{}{}", domain, kind, index); }

Edge host_link(NodeId a, NodeId b, const host::PcieSpec& pcie) {
  return {a, b, pcie.lanes, pcie.lane_rate, pcie.latency, EdgeClass::kPcie};
}

std::vector<NodeId> add_gpus(Graph& graph, const MachineSpec& machine) {
  std::vector<NodeId> gpus;
  for (int rank = 0; rank < machine.gpus(); ++rank) {
    const int domain = rank / machine.gpus_per_domain;
    gpus.push_back(
        graph.add({in_node(domain, "gpu", rank % machine.gpus_per_domain), "gpu", Role::kEndpoint, domain, -1}));
  }
  return gpus;
}

void add_hosts(Graph& graph, const MachineSpec& machine, const std::vector<NodeId>& gpus) {
  const int per_domain = machine.gpus_per_domain / machine.gpus_per_host;
  for (int host = 0; host < machine.hosts(); ++host) {
    const int domain = host / per_domain;
    const NodeId node = graph.add({in_node(domain, "host", host % per_domain), "host", Role::kEndpoint, domain, -1});
    for (int i = 0; i < machine.gpus_per_host; ++i) {
      graph.connect(
          host_link(gpus[static_cast<std::size_t>(host * machine.gpus_per_host + i)], node, machine.host.pcie));
    }
  }
}

void add_scale_up(Graph& graph, const MachineSpec& machine, const std::vector<NodeId>& gpus) {
  topology::Shape shape;
  shape.links_per_plane = machine.scale_up.links_per_plane;
  shape.links_per_pair = machine.scale_up.links_per_pair;
  shape.rate_per_link = machine.scale_up.link.rate_per_direction;
  shape.latency = machine.scale_up.link.latency;
  for (int domain = 0; domain < machine.domains; ++domain) {
    const auto first = gpus.begin() + static_cast<std::ptrdiff_t>(domain) * machine.gpus_per_domain;
    shape.members.assign(first, first + machine.gpus_per_domain);
    shape.prefix = fmt::format("node{}.nvswitch", domain);
    shape.domain = domain;
    topology::shape(machine.scale_up.kind).build(graph, shape);
  }
}

std::vector<NodeId> add_nics(Graph& graph, const MachineSpec& machine, const std::vector<NodeId>& gpus) {
  std::vector<NodeId> nics;
  const int per_gpu = machine.scale_out.nics_per_gpu;
  for (int rank = 0; rank < machine.gpus(); ++rank) {
    const int domain = rank / machine.gpus_per_domain;
    for (int i = 0; i < per_gpu; ++i) {
      const int index = (rank % machine.gpus_per_domain) * per_gpu + i;
      nics.push_back(graph.add({in_node(domain, "nic", index), "nic", Role::kRelay, domain, -1}));
      graph.connect(host_link(gpus[static_cast<std::size_t>(rank)], nics.back(), machine.host.pcie));
    }
  }
  return nics;
}

void add_scale_out(Graph& graph, const MachineSpec& machine, const std::vector<NodeId>& nics) {
  topology::Shape shape;
  shape.members = nics;
  shape.rails = machine.gpus_per_host;
  shape.together =
      machine.scale_out.nics_per_gpu * (machine.scale_out.topology == "fat_tree" ? machine.gpus_per_host : 1);
  shape.oversubscription = machine.scale_out.oversubscription;
  shape.switch_ports = machine.scale_out.chip.ports;
  shape.rate_per_link = machine.scale_out.nic.rate_per_direction;
  shape.latency = machine.scale_out.nic.latency;
  topology::shape(machine.scale_out.topology).build(graph, shape);
}

}  // namespace

Graph machine_topology(const MachineSpec& machine) {
  Graph graph;
  const std::vector<NodeId> gpus = add_gpus(graph, machine);
  add_hosts(graph, machine, gpus);
  add_scale_up(graph, machine, gpus);
  if (machine.scale_out.present) {
    const std::vector<NodeId> nics = add_nics(graph, machine, gpus);
    if (machine.domains > 1) {
      add_scale_out(graph, machine, nics);
    }
  }
  return graph;
}

}  // namespace sealring::machine
