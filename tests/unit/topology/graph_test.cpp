#include "sim/topology/graph.hpp"

#include <catch2/catch.hpp>

namespace {

using namespace sealring;
using namespace sealring::topology;
using Catch::Matchers::Equals;

Graph two_gpus() {
  Graph graph;
  graph.add({"node0.gpu0", "gpu", Role::kEndpoint, 0, -1});
  graph.add({"node0.gpu1", "gpu", Role::kEndpoint, 0, -1});
  return graph;
}

TEST_CASE("a bundle carries its links times their rate", "[topology]") {
  const Edge edge{0, 1, 5, gigabytes_per_second(25), nanoseconds(50), EdgeClass::kScaleUp};
  CHECK(edge.rate() == gigabytes_per_second(125));
}

TEST_CASE("nodes are found by name", "[topology]") { CHECK(two_gpus().find("node0.gpu1") == 1); }

TEST_CASE("an unknown index names its siblings", "[topology]") {
  CHECK_THROWS_WITH(two_gpus().find("node0.gpu9"), Equals("no node 'node0.gpu9'; there are node0.gpu0 to node0.gpu1"));
}

TEST_CASE("an unknown name without siblings says how many nodes there are", "[topology]") {
  CHECK_THROWS_WITH(two_gpus().find("tray7"), Equals("no node 'tray7' among the 2 nodes of the machine"));
}

TEST_CASE("two nodes cannot share a name", "[topology]") {
  Graph graph = two_gpus();
  CHECK_THROWS_WITH(graph.add({"node0.gpu0", "gpu", Role::kEndpoint, 0, -1}),
                    Equals("the graph already has a node 'node0.gpu0'"));
}

TEST_CASE("a node is not joined to itself", "[topology]") {
  Graph graph = two_gpus();
  CHECK_THROWS_AS(graph.connect({1, 1, 1, gigabytes_per_second(1), Duration(), EdgeClass::kScaleUp}), TopologyError);
}

TEST_CASE("a bundle without links is refused", "[topology]") {
  Graph graph = two_gpus();
  CHECK_THROWS_AS(graph.connect({0, 1, 0, gigabytes_per_second(1), Duration(), EdgeClass::kScaleUp}), TopologyError);
}

}  // namespace
