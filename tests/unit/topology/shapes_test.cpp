#include <catch2/catch.hpp>

#include "sim/topology/cuts.hpp"
#include "sim/topology/drawing.hpp"
#include "sim/topology/routes.hpp"

#include "boards.hpp"

namespace {

using namespace sealring;
using namespace sealring::topology;
using Catch::Matchers::Contains;
using Catch::Matchers::Equals;

/// `nodes` boards of `per_node` GPUs, GPU i of every board on rail i, links of 50 GB/s.
Graph rail_network(int nodes, int per_node, int ports) {
  Graph graph;
  Shape rails;
  for (int n = 0; n < nodes; ++n) {
    const auto gpus = add_gpus(graph, n, per_node);
    rails.members.insert(rails.members.end(), gpus.begin(), gpus.end());
  }
  rails.rails = per_node;
  rails.switch_ports = ports;
  rails.rate_per_link = gigabytes_per_second(50);
  shape("rails").build(graph, rails);
  return graph;
}

TEST_CASE("every shape has a name, a summary and a builder", "[topology]") {
  for (const ShapeRow& row : shapes()) {
    CHECK_FALSE(std::string(row.name).empty());
    CHECK_FALSE(std::string(row.summary).empty());
    CHECK(row.build != nullptr);
  }
}

TEST_CASE("an unknown shape lists the known ones", "[topology]") {
  CHECK_THROWS_WITH(shape("torus"),
                    Equals("unknown topology 'torus'; known: switched_planes, mesh, none, rails, fat_tree"));
}

TEST_CASE("shapes are listed by reach", "[topology]") {
  CHECK(shape_names(Reach::kScaleOut) == std::vector<std::string>{"rails", "fat_tree"});
}

TEST_CASE("one rail has one leaf and no spine", "[topology]") {
  const Graph graph = rail_network(4, 1, 64);
  CHECK(graph.of_kind("switch").size() == 1);
}

TEST_CASE("GPUs of one rail meet at their leaf", "[topology]") {
  const Graph graph = rail_network(4, 8, 64);
  const auto routes = shortest_routes(graph, graph.find("node0.gpu3"), graph.find("node2.gpu3"));
  REQUIRE(routes.size() == 1);
  CHECK(graph.node(routes[0].nodes[1]).name == "rail3.leaf0");
}

TEST_CASE("GPUs of two rails meet at a spine", "[topology]") {
  // 8 leaves x 4 uplinks = 32 ports: one spine of 64, four links to every leaf.
  const Graph graph = rail_network(4, 8, 64);
  const auto routes = shortest_routes(graph, graph.find("node0.gpu3"), graph.find("node2.gpu5"));
  REQUIRE(routes.size() == 1);
  CHECK(graph.node(routes[0].nodes[2]).name == "spine0");
}

TEST_CASE("a rail with more members than half a leaf gets a second leaf", "[topology]") {
  // 6 members of one rail, 8 ports: 4 down each, so leaves of 4 and 2; 2 x 4 uplinks fill one spine of 8.
  const Graph graph = rail_network(6, 1, 8);
  CHECK(graph.of_kind("switch").size() == 3);
}

TEST_CASE("members that belong together share a rail and a leaf", "[topology]") {
  // Two rails; GPUs 0 and 1 on the first, 2 and 3 on the second. Half of six ports is one pair and a half: one pair.
  Graph graph;
  Shape rails;
  rails.members = add_gpus(graph, 0, 4);
  const auto second = add_gpus(graph, 1, 4);
  rails.members.insert(rails.members.end(), second.begin(), second.end());
  rails.rails = rails.together = 2;
  rails.switch_ports = 6;
  rails.rate_per_link = gigabytes_per_second(50);
  shape("rails").build(graph, rails);

  const auto leaf_of = [&](const char* gpu) {
    return graph.node(graph.edge(graph.edges_of(graph.find(gpu)).front()).other(graph.find(gpu))).name;
  };
  CHECK(leaf_of("node0.gpu1") == "rail0.leaf0");
  CHECK(leaf_of("node0.gpu2") == "rail1.leaf0");
  CHECK(leaf_of("node1.gpu1") == "rail0.leaf1");
}

TEST_CASE("switches without a number of ports need one leaf per rail and one spine", "[topology]") {
  CHECK(rail_network(9, 4, 0).of_kind("switch").size() == 4 + 1);
}

TEST_CASE("a fat tree fills its leaves with the adapters of whole hosts", "[topology]") {
  // 6 hosts of two adapters; half of eight ports is two hosts: three leaves, 3 x 4 uplinks and two spines of 8.
  Graph graph;
  Shape tree;
  tree.members = add_gpus(graph, 0, 12);
  tree.together = 2;
  tree.switch_ports = 8;
  tree.rate_per_link = gigabytes_per_second(50);
  shape("fat_tree").build(graph, tree);
  CHECK(graph.of_kind("switch").size() == 3 + 2);
  CHECK_NOTHROW(graph.find("tree.leaf2"));
  CHECK(bisection(graph, graph.of_kind("gpu")) == gigabytes_per_second(300));  // six adapters each side
}

TEST_CASE("an oversubscribed network has fewer uplinks", "[topology]") {
  // Two leaves of four: two uplinks each, which is all that joins the halves.
  Graph graph;
  Shape tree;
  tree.members = add_gpus(graph, 0, 8);
  tree.switch_ports = 8;
  tree.oversubscription = 2;
  tree.rate_per_link = gigabytes_per_second(50);
  shape("fat_tree").build(graph, tree);
  CHECK(bisection(graph, graph.of_kind("gpu")) == gigabytes_per_second(100));
}

TEST_CASE("rails do not block", "[topology]") {
  // 8 nodes x 4 GPUs x 50 GB/s: half of them send 800 GB/s.
  const Graph graph = rail_network(8, 4, 16);
  CHECK(bisection(graph, graph.of_kind("gpu")) == gigabytes_per_second(800));
}

TEST_CASE("a drawing names every bundle with its links", "[topology]") {
  Graph graph;
  add_board(graph, 0, 2, {3});
  const std::string dot = to_dot(graph, "a \"small\" board");
  CHECK_THAT(dot, Contains("graph \"a \\\"small\\\" board\" {"));
  CHECK_THAT(dot, Contains("\"node0.gpu1\" -- \"node0.nvswitch0\" [label=\"3 x 25 GB/s\""));
}

}  // namespace
