// The graph as Graphviz text.
#pragma once

#include <string>

#include "sim/topology/graph.hpp"

namespace sealring::topology {

/// One box per node, grouped by scale-up domain; one line per bundle, labelled "links x rate". Same graph, same text.
std::string to_dot(const Graph& graph, const std::string& title);

}  // namespace sealring::topology
