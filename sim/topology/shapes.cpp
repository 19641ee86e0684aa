#include "sim/topology/shapes.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace sealring::topology {
namespace {

NodeId add_switch(Graph& graph, const std::string& name, int domain, int plane) {
  return graph.add({name, "switch", Role::kRelay, domain, plane});
}

int rounded_up(int amount, int unit) { return (amount + unit - 1) / unit; }

struct Leaf {
  NodeId node = 0;
  int members = 0;
};

/// Half of the ports, in whole groups of members that belong together.
int members_per_leaf(const Shape& shape) {
  return shape.switch_ports > 0 ? shape.together * std::max(1, shape.switch_ports / 2 / shape.together)
                                : static_cast<int>(shape.members.size());
}

/// Fills the leaves of one rail in member order.
void build_rail(Graph& graph, const Shape& shape, int rail, const std::string& name, std::vector<Leaf>& leaves) {
  const int down = members_per_leaf(shape);
  int placed = 0;
  for (std::size_t i = 0; i < shape.members.size(); ++i) {
    if (static_cast<int>(i) / shape.together % shape.rails != rail) {
      continue;
    }
    if (placed % down == 0) {
      const std::string leaf = fmt::format("{}{}.leaf{}", shape.prefix, name, placed / down);
      leaves.push_back({add_switch(graph, leaf, shape.domain, rail), 0});
    }
    graph.connect({shape.members[i], leaves.back().node, 1, shape.rate_per_link, shape.latency, EdgeClass::kScaleOut});
    ++leaves.back().members;
    ++placed;
  }
}

/// As many uplinks as the fullest leaf has members, or fewer by the oversubscription, spread evenly; a fraction of a
/// link becomes a whole one.
void add_spines(Graph& graph, const Shape& shape, const std::vector<Leaf>& leaves) {
  const auto fuller = [](const Leaf& x, const Leaf& y) { return x.members < y.members; };
  const int members = std::max_element(leaves.begin(), leaves.end(), fuller)->members;
  const int uplinks = std::max(1, static_cast<int>(members / shape.oversubscription));
  const int needed = static_cast<int>(leaves.size()) * uplinks;
  const int spines = shape.switch_ports > 0 ? rounded_up(needed, shape.switch_ports) : 1;
  for (int s = 0; s < spines; ++s) {
    const NodeId spine = add_switch(graph, fmt::format("{}spine{}", shape.prefix, s), shape.domain, -1);
    for (const Leaf& leaf : leaves) {
      graph.connect(
          {leaf.node, spine, rounded_up(uplinks, spines), shape.rate_per_link, shape.latency, EdgeClass::kScaleOut});
    }
  }
}

}  // namespace

void build_switched_planes(Graph& graph, const Shape& shape) {
  for (std::size_t plane = 0; plane < shape.links_per_plane.size(); ++plane) {
    const int index = static_cast<int>(plane);
    const NodeId chip = add_switch(graph, fmt::format("{}{}", shape.prefix, index), shape.domain, index);
    for (const NodeId member : shape.members) {
      const int links = shape.links_per_plane[plane];
      graph.connect({member, chip, links, shape.rate_per_link, shape.latency, EdgeClass::kScaleUp});
    }
  }
}

void build_mesh(Graph& graph, const Shape& shape) {
  for (std::size_t i = 0; i < shape.members.size(); ++i) {
    for (std::size_t j = i + 1; j < shape.members.size(); ++j) {
      const Edge bundle{shape.members[i],
                        shape.members[j],
                        shape.links_per_pair,
                        shape.rate_per_link,
                        shape.latency,
                        EdgeClass::kScaleUp};
      graph.connect(bundle);
    }
  }
}

void build_none(Graph& /*graph*/, const Shape& /*shape*/) {}

void build_rails(Graph& graph, const Shape& shape) {
  if (shape.rails < 1 || shape.together < 1) {
    throw TopologyError("a rail network needs at least one rail, and one member at a time on it");
  }
  std::vector<Leaf> leaves;
  for (int rail = 0; rail < shape.rails; ++rail) {
    build_rail(graph, shape, rail, fmt::format("rail{}", rail), leaves);
  }
  if (leaves.size() > 1) {
    add_spines(graph, shape, leaves);
  }
}

void build_fat_tree(Graph& graph, const Shape& shape) {
  if (shape.together < 1) {
    throw TopologyError("a leaf of a fat tree takes at least one member at a time");
  }
  Shape tree = shape;
  tree.rails = 1;
  std::vector<Leaf> leaves;
  build_rail(graph, tree, 0, "tree", leaves);
  if (leaves.size() > 1) {
    add_spines(graph, tree, leaves);
  }
}

}  // namespace sealring::topology
