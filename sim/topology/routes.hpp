// Shortest routes between two endpoints, striped over parallel links and planes.
#pragma once

#include <optional>
#include <vector>

#include "sim/topology/graph.hpp"

namespace sealring::topology {

/// One of the equal-cost routes of a pair.
struct Route {
  std::vector<NodeId> nodes;  ///< from the source to the destination, both included
  std::vector<EdgeId> edges;  ///< one fewer than nodes
  int links = 0;              ///< parallel links of its narrowest hop
  Bandwidth rate{0};          ///< of its narrowest hop, one direction
  Duration latency;           ///< sum over the edges; the relays' own latency is not in the graph
  double share = 0;  ///< of the traffic of the pair when it is striped in proportion to the rates; shares add up to 1
};

/// All routes with the fewest hops, in the order of the edges. Endpoints on the way do not forward. With `only` set,
/// edges of the other classes are left out. Throws TopologyError when the two are the same node or no route joins them.
/// Routes may share a hop (two leaves joined by several spines): then `rate` is what each could carry alone.
std::vector<Route> shortest_routes(const Graph& graph,
                                   NodeId from,
                                   NodeId to,
                                   std::optional<EdgeClass> only = std::nullopt);

}  // namespace sealring::topology
