// The shapes a fabric can have. A new shape is one row of catalog.cpp.
#pragma once

#include <string>
#include <vector>

#include "sim/topology/graph.hpp"

namespace sealring::topology {

/// What a builder joins, and with how much of what. A builder reads only the fields its shape needs.
struct Shape {
  std::vector<NodeId> members;  ///< nodes to be joined, in rank order
  std::string prefix;  ///< of the names of new relays: "node0.nvswitch" gives node0.nvswitch0, node0.nvswitch1 ...
  int domain = -1;     ///< of the new relays
  std::vector<int> links_per_plane;  ///< switched_planes: links of every member to the switch of each plane
  int links_per_pair = 1;            ///< mesh
  int rails = 1;                     ///< rails: member i sits on rail (i / together) modulo rails
  int together = 1;                  ///< rails, fat_tree: consecutive members that share a leaf
  int switch_ports = 0;              ///< rails, fat_tree: of a leaf and of a spine; 0: as many as it takes
  double oversubscription = 1;       ///< rails, fat_tree: members of a full leaf for each of its uplinks
  Bandwidth rate_per_link{0};
  Duration latency;  ///< of every link
};

enum class Reach { kScaleUp, kScaleOut };

struct ShapeRow {
  const char* name;
  const char* summary;
  Reach reach;
  void (*build)(Graph& graph, const Shape& shape);
};

const std::vector<ShapeRow>& shapes();
std::vector<std::string> shape_names(Reach reach);
/// Throws TopologyError that lists the known shapes.
const ShapeRow& shape(const std::string& name);

}  // namespace sealring::topology
