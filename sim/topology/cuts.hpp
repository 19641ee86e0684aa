// What the links between two groups of endpoints can carry, and which endpoints share a scale-up fabric.
#pragma once

#include <optional>
#include <vector>

#include "sim/topology/graph.hpp"

namespace sealring::topology {

/// Smallest total rate (one direction) of links whose removal parts the two groups, by maximum flow; zero when nothing
/// joins them. Endpoints outside both groups do not forward. Throws TopologyError when a group is empty or the groups
/// overlap.
Bandwidth min_cut(const Graph& graph,
                  const std::vector<NodeId>& left,
                  const std::vector<NodeId>& right,
                  std::optional<EdgeClass> only = std::nullopt);

/// Minimum cut between the first half of the endpoints and the rest (floor(n/2) against the others), one direction. For
/// the symmetric shapes of the catalogue this is the worst equal split; for others it is an upper bound of the
/// bisection.
Bandwidth bisection(const Graph& graph,
                    const std::vector<NodeId>& endpoints,
                    std::optional<EdgeClass> only = std::nullopt);

/// Endpoints of one kind that reach each other over scale-up links: one list per domain, both levels in node order.
std::vector<std::vector<NodeId>> scale_up_domains(const Graph& graph, const std::string& kind = "gpu");

}  // namespace sealring::topology
