#include "sim/topology/cuts.hpp"

#include <catch2/catch.hpp>

#include "boards.hpp"

namespace {

using namespace sealring;
using namespace sealring::topology;

TEST_CASE("the cut around one GPU is all its links", "[topology]") {
  Graph graph;
  const auto gpus = add_board(graph, 0, 8, {5, 5, 4, 4});
  CHECK(min_cut(graph, {gpus[0]}, {gpus[1], gpus[2]}) == gigabytes_per_second(450));  // 18 x 25
}

TEST_CASE("half a switched board sends all it has to the other half", "[topology]") {
  Graph graph;
  const auto gpus = add_board(graph, 0, 8, {5, 5, 4, 4});
  CHECK(bisection(graph, gpus) == gigabytes_per_second(1800));  // 4 GPUs x 18 x 25
}

TEST_CASE("an odd board is cut below its middle", "[topology]") {
  Graph graph;
  const auto gpus = add_board(graph, 0, 7, {2, 2, 1});
  CHECK(bisection(graph, gpus) == gigabytes_per_second(375));  // 3 GPUs x 5 x 25
}

TEST_CASE("the bisection of a mesh is its pairs across", "[topology]") {
  Graph graph;
  Shape mesh;
  mesh.members = add_gpus(graph, 0, 4);
  mesh.links_per_pair = 3;
  mesh.rate_per_link = gigabytes_per_second(10);
  shape("mesh").build(graph, mesh);
  CHECK(bisection(graph, mesh.members) == gigabytes_per_second(120));  // 2 x 2 pairs x 3 x 10
}

TEST_CASE("an endpoint outside the groups carries nothing across", "[topology]") {
  Graph graph;
  Shape mesh;
  mesh.members = add_gpus(graph, 0, 3);
  mesh.rate_per_link = gigabytes_per_second(10);
  shape("mesh").build(graph, mesh);
  CHECK(min_cut(graph, {0}, {2}) == gigabytes_per_second(10));  // direct; 20 if GPU 1 forwarded
}

TEST_CASE("nothing joins separate boards", "[topology]") {
  Graph graph;
  const auto left = add_board(graph, 0, 2, {1});
  const auto right = add_board(graph, 1, 2, {1});
  CHECK(min_cut(graph, left, right) == gigabytes_per_second(0));
}

TEST_CASE("a cut needs endpoints on both sides", "[topology]") {
  Graph graph;
  const auto gpus = add_board(graph, 0, 2, {1});
  CHECK_THROWS_AS(min_cut(graph, gpus, {}), TopologyError);
  CHECK_THROWS_WITH(min_cut(graph, gpus, {1}), "'node0.gpu1' is on both sides of the cut");
}

TEST_CASE("every board is a scale-up domain of its own", "[topology]") {
  Graph graph;
  const auto first = add_board(graph, 0, 3, {1, 1});
  const auto second = add_board(graph, 1, 2, {1});
  graph.connect({first[0], second[0], 1, gigabytes_per_second(50), Duration(), EdgeClass::kScaleOut});
  CHECK(scale_up_domains(graph) == std::vector<std::vector<NodeId>>{first, second});
}

}  // namespace
