#include <catch2/catch.hpp>

#include "models/machine/machine_topology.hpp"
#include "sim/topology/cuts.hpp"
#include "sim/topology/routes.hpp"

#include "board.hpp"

namespace {

using namespace sealring;
using namespace sealring::machine;

TEST_CASE("GPUs come first in rank order and hosts after them", "[machine]") {
  const auto graph = machine_topology(small_machine());
  CHECK(graph.find("node0.gpu0") == 0);
  CHECK(graph.find("node1.gpu3") == 7);
  CHECK(graph.find("node0.host0") == 8);
  CHECK(graph.find("node1.host1") == 11);  // 8 GPUs, 2 hosts per domain
}

TEST_CASE("every domain has a switch per plane", "[machine]") {
  const auto graph = machine_topology(small_machine());
  CHECK_NOTHROW(graph.find("node1.nvswitch1"));
  CHECK_THROWS(graph.find("node1.nvswitch2"));
}

TEST_CASE("scale-up domains are the domains of the machine", "[machine]") {
  const auto domains = topology::scale_up_domains(machine_topology(small_machine()));
  REQUIRE(domains.size() == 2);
  CHECK(domains[1] == std::vector<topology::NodeId>{4, 5, 6, 7});
}

TEST_CASE("a GPU hangs on its own host", "[machine]") {
  const auto graph = machine_topology(small_machine());
  const auto routes = topology::shortest_routes(graph, graph.find("node0.gpu2"), graph.find("node0.host1"));
  REQUIRE(routes.size() == 1);
  CHECK(routes[0].rate == gigabytes_per_second(16));  // 8 lanes x 2
}

TEST_CASE("domains meet over the adapters of one rail", "[machine]") {
  // gpu2 of a host of two has local index 0: rail 0.
  const auto graph = machine_topology(small_machine());
  const auto routes = topology::shortest_routes(graph, graph.find("node0.gpu2"), graph.find("node1.gpu0"));
  REQUIRE(routes.size() == 1);
  CHECK(graph.node(routes[0].nodes[1]).name == "node0.nic2");
  CHECK(graph.node(routes[0].nodes[2]).name == "rail0.leaf0");
  CHECK(routes[0].rate == gigabytes_per_second(5));
}

TEST_CASE("one domain needs no leaf", "[machine]") {
  MachineSpec machine = small_machine();
  machine.domains = 1;
  CHECK_THROWS(machine_topology(machine).find("rail0.leaf0"));
}

TEST_CASE("a mesh machine has no switch", "[machine]") {
  MachineSpec machine = small_machine();
  machine.scale_up.kind = "mesh";
  machine.scale_up.links_per_pair = 2;
  machine.scale_out.present = false;
  machine.domains = 1;
  const auto graph = machine_topology(machine);
  CHECK(graph.of_kind("switch").empty());
  CHECK(topology::bisection(graph, graph.of_kind("gpu")) == gigabytes_per_second(80));  // 2 x 2 pairs x 2 links x 10
}

}  // namespace
