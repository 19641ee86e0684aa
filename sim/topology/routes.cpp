#include "sim/topology/routes.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace sealring::topology {
namespace {

constexpr int kFar = std::numeric_limits<int>::max();

class Search {
 public:
  Search(const Graph& graph, NodeId from, NodeId to, std::optional<EdgeClass> only)
      : graph_(graph), from_(from), to_(to), only_(only), hops_to_go_(graph.nodes().size(), kFar) {}

  std::vector<Route> run() {
    measure();
    if (hops(from_) != kFar) {
      Route start;
      start.nodes.push_back(from_);
      extend(start);
    }
    return std::move(found_);
  }

 private:
  [[nodiscard]] int hops(NodeId node) const { return hops_to_go_[static_cast<std::size_t>(node)]; }
  [[nodiscard]] bool usable(const Edge& edge) const { return !only_ || edge.edge_class == *only_; }
  [[nodiscard]] bool forwards(NodeId node) const { return node == to_ || graph_.node(node).role == Role::kRelay; }

  /// Breadth first from the destination: hops that remain from every node.
  void measure() {
    std::vector<NodeId> frontier{to_};
    hops_to_go_[static_cast<std::size_t>(to_)] = 0;
    for (std::size_t i = 0; i < frontier.size(); ++i) {
      const NodeId here = frontier[i];
      if (!forwards(here)) {
        continue;
      }
      for (const EdgeId id : graph_.edges_of(here)) {
        const NodeId next = graph_.edge(id).other(here);
        if (usable(graph_.edge(id)) && hops(next) == kFar) {
          hops_to_go_[static_cast<std::size_t>(next)] = hops(here) + 1;
          frontier.push_back(next);
        }
      }
    }
  }

  void extend(Route& route) {
    const NodeId here = route.nodes.back();
    if (here == to_) {
      finish(route);
      return;
    }
    for (const EdgeId id : graph_.edges_of(here)) {
      const NodeId next = graph_.edge(id).other(here);
      if (!usable(graph_.edge(id)) || !forwards(next) || hops(next) != hops(here) - 1) {
        continue;
      }
      route.nodes.push_back(next);
      route.edges.push_back(id);
      extend(route);
      route.nodes.pop_back();
      route.edges.pop_back();
    }
  }

  void finish(Route route) {
    const auto narrower = [&](EdgeId x, EdgeId y) { return graph_.edge(x).rate() < graph_.edge(y).rate(); };
    const Edge& narrowest = graph_.edge(*std::min_element(route.edges.begin(), route.edges.end(), narrower));
    route.links = narrowest.links;
    route.rate = narrowest.rate();
    for (const EdgeId id : route.edges) {
      route.latency += graph_.edge(id).latency;
    }
    found_.push_back(std::move(route));
  }

  const Graph& graph_;
  NodeId from_;
  NodeId to_;
  std::optional<EdgeClass> only_;
  std::vector<int> hops_to_go_;
  std::vector<Route> found_;
};

}  // namespace

std::vector<Route> shortest_routes(const Graph& graph, NodeId from, NodeId to, std::optional<EdgeClass> only) {
  const std::string& from_name = graph.node(from).name;
  if (from == to) {
    throw TopologyError(fmt::format("'{}' needs no route to itself", from_name));
  }
  std::vector<Route> routes = Search(graph, from, to, only).run();
  if (routes.empty()) {
    const std::string over = only ? fmt::format(" over {} links", name(*only)) : std::string();
    throw TopologyError(fmt::format("no route from '{}' to '{}'{}", from_name, graph.node(to).name, over));
  }
  Bandwidth total{0};
  for (const Route& route : routes) {
    total += route.rate;
  }
  for (Route& route : routes) {
    route.share = route.rate.count() / total.count();
  }
  return routes;
}

}  // namespace sealring::topology
