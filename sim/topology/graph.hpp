// The machine as a graph: endpoints (GPUs, hosts), relays (switches, adapters) and the links between them.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/units/units.hpp"

namespace sealring::topology {

/// A question about nodes that the graph cannot answer: an unknown name, a pair without a route.
class TopologyError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Endpoints start and end traffic and never forward it; relays only forward.
enum class Role : std::uint8_t { kEndpoint, kRelay };
enum class EdgeClass : std::uint8_t { kScaleUp, kPcie, kScaleOut };

std::string name(EdgeClass edge_class);  ///< "scale_up", "pcie", "scale_out"

using NodeId = std::int32_t;
using EdgeId = std::int32_t;

struct Node {
  std::string name;  ///< hierarchical and unique, "node0.gpu3"
  std::string kind;  ///< "gpu", "host", "switch", "nic"; for people and drawings
  Role role = Role::kEndpoint;
  int domain = -1;  ///< scale-up domain; -1: none
  int plane = -1;   ///< plane (scale-up) or rail (scale-out) of a relay; -1: none
};

/// A bundle of equal parallel links between two nodes, usable both ways at once.
struct Edge {
  NodeId a = 0;
  NodeId b = 0;
  int links = 1;
  Bandwidth rate_per_link{0};  ///< each direction
  Duration latency;
  EdgeClass edge_class = EdgeClass::kScaleUp;
  [[nodiscard]] Bandwidth rate() const { return rate_per_link * static_cast<double>(links); }
  [[nodiscard]] NodeId other(NodeId node) const { return node == a ? b : a; }
};

/// Nodes and edges in the order they were added; every answer about the graph follows that order.
class Graph {
 public:
  /// Throws TopologyError when the name is taken.
  NodeId add(Node node);
  /// Throws TopologyError for an unknown node, a node joined to itself, or a bundle without links.
  EdgeId connect(const Edge& edge);

  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  [[nodiscard]] const std::vector<Edge>& edges() const { return edges_; }
  [[nodiscard]] const Node& node(NodeId id) const { return nodes_.at(static_cast<std::size_t>(id)); }
  [[nodiscard]] const Edge& edge(EdgeId id) const { return edges_.at(static_cast<std::size_t>(id)); }
  [[nodiscard]] const std::vector<EdgeId>& edges_of(NodeId id) const {
    return edges_of_.at(static_cast<std::size_t>(id));
  }
  /// Throws TopologyError that says which names of the same kind exist.
  [[nodiscard]] NodeId find(const std::string& name) const;
  [[nodiscard]] std::vector<NodeId> of_kind(const std::string& kind) const;

 private:
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<std::vector<EdgeId>> edges_of_;
  std::map<std::string, NodeId> by_name_;
};

}  // namespace sealring::topology
