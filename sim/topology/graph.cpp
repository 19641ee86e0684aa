#include "sim/topology/graph.hpp"

#include <fmt/format.h>

namespace sealring::topology {
namespace {

/// "node0.gpu9" and "node0.gpu3" share "node0.gpu": siblings are what the user most likely meant.
std::string without_index(const std::string& name) {
  const std::size_t end = name.find_last_not_of("0123456789");
  return end == std::string::npos ? std::string() : name.substr(0, end + 1);
}

}  // namespace

std::string name(EdgeClass edge_class) {
  switch (edge_class) {
    case EdgeClass::kScaleUp: {
      return "scale_up";
    }
    case EdgeClass::kPcie: {
      return "pcie";
    }
    case EdgeClass::kScaleOut: {
      return "scale_out";
    }
  }
  return "unknown";
}

NodeId Graph::add(Node node) {
  const auto id = static_cast<NodeId>(nodes_.size());
  if (!by_name_.emplace(node.name, id).second) {
    throw TopologyError(fmt::format("the graph already has a node '{}'", node.name));
  }
  nodes_.push_back(std::move(node));
  edges_of_.emplace_back();
  return id;
}

EdgeId Graph::connect(const Edge& edge) {
  const auto known = [&](NodeId id) { return id >= 0 && static_cast<std::size_t>(id) < nodes_.size(); };
  if (!known(edge.a) || !known(edge.b)) {
    throw TopologyError(
        fmt::format("an edge names node {} or {}, but the graph has {} nodes", edge.a, edge.b, nodes_.size()));
  }
  if (edge.a == edge.b) {
    throw TopologyError(fmt::format("'{}' cannot be joined to itself", node(edge.a).name));
  }
  if (edge.links < 1 || !(edge.rate_per_link.count() > 0)) {
    throw TopologyError(
        fmt::format("the links between '{}' and '{}' carry nothing", node(edge.a).name, node(edge.b).name));
  }
  const auto id = static_cast<EdgeId>(edges_.size());
  edges_.push_back(edge);
  edges_of_[static_cast<std::size_t>(edge.a)].push_back(id);
  edges_of_[static_cast<std::size_t>(edge.b)].push_back(id);
  return id;
}

NodeId Graph::find(const std::string& name) const {
  const auto found = by_name_.find(name);
  if (found != by_name_.end()) {
    return found->second;
  }
  std::vector<std::string> siblings;
  for (const Node& node : nodes_) {
    if (without_index(node.name) == without_index(name)) {
      siblings.push_back(node.name);
    }
  }
  if (siblings.empty()) {
    throw TopologyError(fmt::format("no node '{}' among the {} nodes of the machine", name, nodes_.size()));
  }
  throw TopologyError(fmt::format("no node '{}'; there are {} to {}", name, siblings.front(), siblings.back()));
}

std::vector<NodeId> Graph::of_kind(const std::string& kind) const {
  std::vector<NodeId> found;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].kind == kind) {
      found.push_back(static_cast<NodeId>(i));
    }
  }
  return found;
}

}  // namespace sealring::topology
