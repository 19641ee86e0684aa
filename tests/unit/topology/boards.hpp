// Small boards that the topology tests share.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sim/topology/catalog.hpp"

namespace sealring::topology {

/// `count` GPUs named node<domain>.gpu0 ... in `graph`.
inline std::vector<NodeId> add_gpus(Graph& graph, int domain, int count) {
  std::vector<NodeId> ids;
  for (int i = 0; i < count; ++i) {
    const std::string name = "node" + std::to_string(domain) + ".gpu" + std::to_string(i);
    ids.push_back(graph.add({name, "gpu", Role::kEndpoint, domain, -1}));
  }
  return ids;
}

/// GPUs behind one switch per plane; every link carries 25 GB/s each way after 50 ns.
inline std::vector<NodeId> add_board(Graph& graph, int domain, int count, std::vector<int> links_per_plane) {
  Shape board;
  board.members = add_gpus(graph, domain, count);
  board.prefix = "node" + std::to_string(domain) + ".nvswitch";
  board.domain = domain;
  board.links_per_plane = std::move(links_per_plane);
  board.rate_per_link = gigabytes_per_second(25);
  board.latency = nanoseconds(50);
  shape("switched_planes").build(graph, board);
  return board.members;
}

}  // namespace sealring::topology
