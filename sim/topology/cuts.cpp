#include "sim/topology/cuts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/connected_components.hpp>
#include <boost/graph/edmonds_karp_max_flow.hpp>

namespace sealring::topology {
namespace {

using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
using Capacity = std::int64_t;
using FlowGraph = boost::adjacency_list<
    boost::vecS,
    boost::vecS,
    boost::directedS,
    boost::no_property,
    boost::property<boost::edge_capacity_t,
                    Capacity,
                    boost::property<boost::edge_residual_capacity_t,
                                    Capacity,
                                    boost::property<boost::edge_reverse_t, Traits::edge_descriptor>>>>;
using PlainGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;

/// Maximum flow wants every arc with its reverse; a link that works both ways is a pair of arcs with equal capacity.
class Flow {
 public:
  explicit Flow(std::size_t nodes) : graph_(nodes + 2), source_(nodes), sink_(nodes + 1) {}

  void both_ways(NodeId a, NodeId b, Capacity capacity) { pair(vertex(a), vertex(b), capacity, capacity); }
  void from_source(NodeId node, Capacity capacity) { pair(source_, vertex(node), capacity, 0); }
  void to_sink(NodeId node, Capacity capacity) { pair(vertex(node), sink_, capacity, 0); }
  /// Augmenting paths: the push-relabel of Boost 1.74 fails its own check when excess is cut off from the sink.
  [[nodiscard]] Capacity maximum() {
    std::vector<boost::default_color_type> colors(boost::num_vertices(graph_));
    std::vector<Traits::edge_descriptor> found_by(boost::num_vertices(graph_));
    return boost::edmonds_karp_max_flow(graph_,
                                        source_,
                                        sink_,
                                        boost::get(boost::edge_capacity, graph_),
                                        boost::get(boost::edge_residual_capacity, graph_),
                                        boost::get(boost::edge_reverse, graph_),
                                        colors.data(),
                                        found_by.data());
  }

 private:
  static std::size_t vertex(NodeId node) { return static_cast<std::size_t>(node); }

  void pair(std::size_t from, std::size_t to, Capacity there, Capacity back) {
    const auto forward = boost::add_edge(from, to, graph_).first;
    const auto backward = boost::add_edge(to, from, graph_).first;
    boost::put(boost::edge_capacity, graph_, forward, there);
    boost::put(boost::edge_capacity, graph_, backward, back);
    boost::put(boost::edge_reverse, graph_, forward, backward);
    boost::put(boost::edge_reverse, graph_, backward, forward);
  }

  FlowGraph graph_;
  std::size_t source_;
  std::size_t sink_;
};

std::vector<bool> marked(const Graph& graph, const std::vector<NodeId>& members) {
  std::vector<bool> mark(graph.nodes().size(), false);
  for (const NodeId id : members) {
    mark.at(static_cast<std::size_t>(id)) = true;
  }
  return mark;
}

void check_groups(const Graph& graph, const std::vector<NodeId>& left, const std::vector<NodeId>& right) {
  if (left.empty() || right.empty()) {
    throw TopologyError("a cut needs endpoints on both sides");
  }
  const std::vector<bool> on_left = marked(graph, left);
  for (const NodeId id : right) {
    if (on_left.at(static_cast<std::size_t>(id))) {
      throw TopologyError("'" + graph.node(id).name + "' is on both sides of the cut");
    }
  }
}

}  // namespace

Bandwidth min_cut(const Graph& graph,
                  const std::vector<NodeId>& left,
                  const std::vector<NodeId>& right,
                  std::optional<EdgeClass> only) {
  check_groups(graph, left, right);
  std::vector<bool> takes_part = marked(graph, left);
  for (const NodeId id : right) {
    takes_part[static_cast<std::size_t>(id)] = true;
  }
  const auto open = [&](NodeId id) {
    return takes_part[static_cast<std::size_t>(id)] || graph.node(id).role == Role::kRelay;
  };
  Flow flow(graph.nodes().size());
  Capacity everything = 1;
  for (const Edge& edge : graph.edges()) {
    if ((!only || edge.edge_class == *only) && open(edge.a) && open(edge.b)) {
      const auto capacity = static_cast<Capacity>(std::llround(edge.rate().count()));
      flow.both_ways(edge.a, edge.b, capacity);
      everything += capacity;
    }
  }
  std::for_each(left.begin(), left.end(), [&](NodeId id) { flow.from_source(id, everything); });
  std::for_each(right.begin(), right.end(), [&](NodeId id) { flow.to_sink(id, everything); });
  return Bandwidth(static_cast<double>(flow.maximum()));
}

Bandwidth bisection(const Graph& graph, const std::vector<NodeId>& endpoints, std::optional<EdgeClass> only) {
  const auto middle = endpoints.begin() + static_cast<std::ptrdiff_t>(endpoints.size() / 2);
  return min_cut(graph, {endpoints.begin(), middle}, {middle, endpoints.end()}, only);
}

std::vector<std::vector<NodeId>> scale_up_domains(const Graph& graph, const std::string& kind) {
  PlainGraph plain(graph.nodes().size());
  for (const Edge& edge : graph.edges()) {
    if (edge.edge_class == EdgeClass::kScaleUp) {
      boost::add_edge(static_cast<std::size_t>(edge.a), static_cast<std::size_t>(edge.b), plain);
    }
  }
  std::vector<int> component(graph.nodes().size());
  const int count = boost::connected_components(plain, component.data());
  std::vector<std::vector<NodeId>> by_component(static_cast<std::size_t>(count));
  for (const NodeId id : graph.of_kind(kind)) {
    by_component[static_cast<std::size_t>(component[static_cast<std::size_t>(id)])].push_back(id);
  }
  const auto empty = [](const std::vector<NodeId>& members) { return members.empty(); };
  by_component.erase(std::remove_if(by_component.begin(), by_component.end(), empty), by_component.end());
  std::sort(by_component.begin(), by_component.end());
  return by_component;
}

}  // namespace sealring::topology
