#include "sim/topology/routes.hpp"

#include <catch2/catch.hpp>

#include "boards.hpp"

namespace {

using namespace sealring;
using namespace sealring::topology;
using Catch::Matchers::Equals;

TEST_CASE("a pair has one route through every plane", "[topology]") {
  Graph graph;
  add_board(graph, 0, 8, {5, 5, 4, 4});
  const auto routes = shortest_routes(graph, graph.find("node0.gpu0"), graph.find("node0.gpu7"));
  REQUIRE(routes.size() == 4);
  CHECK(graph.node(routes[3].nodes[1]).name == "node0.nvswitch3");
}

TEST_CASE("a plane carries its links times the rate of one", "[topology]") {
  Graph graph;
  add_board(graph, 0, 8, {5, 5, 4, 4});
  const auto routes = shortest_routes(graph, 0, 7);
  CHECK(routes[0].rate == gigabytes_per_second(125));  // 5 x 25
  CHECK(routes[3].rate == gigabytes_per_second(100));  // 4 x 25
}

TEST_CASE("traffic is striped over planes in proportion to their links", "[topology]") {
  Graph graph;
  add_board(graph, 0, 7, {2, 2, 1});
  const auto routes = shortest_routes(graph, 0, 6);
  CHECK(routes[0].share == Approx(0.4));  // 2 of 5 links
  CHECK(routes[2].share == Approx(0.2));  // 1 of 5
}

TEST_CASE("latency adds up over the links of a route", "[topology]") {
  Graph graph;
  add_board(graph, 0, 2, {1});
  CHECK(shortest_routes(graph, 0, 1)[0].latency == nanoseconds(100));  // two links of 50 ns
}

TEST_CASE("a direct link is shorter than the way through a switch", "[topology]") {
  Graph graph;
  add_board(graph, 0, 2, {4});
  graph.connect({0, 1, 1, gigabytes_per_second(10), Duration(), EdgeClass::kScaleUp});
  const auto routes = shortest_routes(graph, 0, 1);
  REQUIRE(routes.size() == 1);
  CHECK(routes[0].rate == gigabytes_per_second(10));
}

TEST_CASE("endpoints do not forward", "[topology]") {
  Graph graph;
  add_gpus(graph, 0, 3);
  graph.connect({0, 1, 1, gigabytes_per_second(10), Duration(), EdgeClass::kScaleUp});
  graph.connect({1, 2, 1, gigabytes_per_second(10), Duration(), EdgeClass::kScaleUp});
  CHECK_THROWS_WITH(shortest_routes(graph, 0, 2), Equals("no route from 'node0.gpu0' to 'node0.gpu2'"));
}

TEST_CASE("a route over one class of links ignores the others", "[topology]") {
  Graph graph;
  add_board(graph, 0, 2, {1});
  CHECK_THROWS_WITH(shortest_routes(graph, 0, 1, EdgeClass::kPcie),
                    Equals("no route from 'node0.gpu0' to 'node0.gpu1' over pcie links"));
}

TEST_CASE("separate boards have no route", "[topology]") {
  Graph graph;
  add_board(graph, 0, 2, {1});
  add_board(graph, 1, 2, {1});
  CHECK_THROWS_AS(shortest_routes(graph, graph.find("node0.gpu0"), graph.find("node1.gpu0")), TopologyError);
}

TEST_CASE("an endpoint needs no route to itself", "[topology]") {
  Graph graph;
  add_board(graph, 0, 2, {1});
  CHECK_THROWS_WITH(shortest_routes(graph, 1, 1), Equals("'node0.gpu1' needs no route to itself"));
}

}  // namespace
