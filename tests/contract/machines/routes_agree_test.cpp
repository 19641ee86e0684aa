// The graph that people see and the modules that bytes pass are built apart; here they must tell the same story.
#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/machine/fabric_elaboration_module.hpp"
#include "models/machine/find_machine.hpp"
#include "models/machine/machine_topology.hpp"
#include "models/machine/read_machine.hpp"
#include "sim/topology/routes.hpp"
#include "tests/support/isolated.hpp"

namespace sealring::machine {
namespace {

using Labels = std::vector<std::string>;
using Pair = std::pair<std::int32_t, std::int32_t>;

struct Variant {
  std::string machine;
  int domains = 1;
  int ports = -1;  ///< of a scale-out switch; -1: as the machine says
  int nics = -1;   ///< per GPU
  CrossRail cross_rail = CrossRail::kNvlink;
  std::string topology = "rails";
  Routing routing = Routing::kAdaptive;
  double oversubscription = 1;
};

std::string name_of(const Variant& v) {
  std::ostringstream text;
  text << v.machine << " x" << v.domains << ", ports " << v.ports << ", nics " << v.nics << ", " << v.topology
       << ", cross-rail " << static_cast<int>(v.cross_rail) << ", routing " << static_cast<int>(v.routing)
       << ", oversubscription " << v.oversubscription;
  return text.str();
}

/// Every machine of one, two and four domains, and some that have more of them, smaller leaves, leaves without a number
/// of ports, two adapters per GPU (of which an odd number fits half a leaf), or another way through the network.
std::vector<Variant> variants() {
  std::vector<Variant> all{{"imaginary_gpu"},
                           {"hopper_h100", 2},
                           {"hopper_h100", 9},
                           {"hopper_h100", 9, 8},
                           {"hopper_h100", 9, 0},
                           {"hopper_h100", 3, 0, 2},
                           {"hopper_h100", 9, 8, 2},
                           {"hopper_h100", 5, 10, 2},
                           {"hopper_h100", 9, 8, 1, CrossRail::kSpine},
                           {"hopper_h100", 9, 8, 2, CrossRail::kSpine, "rails", Routing::kAdaptive, 2},
                           {"hopper_h100", 4, 32, 1, CrossRail::kSpine, "rails", Routing::kEcmp, 2},
                           {"hopper_h100", 9, 16, 1, CrossRail::kSpine, "rails", Routing::kStatic},
                           {"hopper_h100", 9, 16, 1, CrossRail::kNvlink, "rails", Routing::kEcmp},
                           {"hopper_h100", 9, 64, 1, CrossRail::kSpine, "fat_tree", Routing::kAdaptive, 3},
                           {"hopper_h100", 9, 64, 2, CrossRail::kNvlink, "fat_tree", Routing::kEcmp, 2},
                           {"gb200_nvl72", 2, -1, -1, CrossRail::kSpine, "fat_tree"}};
  for (const std::string& name : known_machines({SEALRING_CONFIGS})) {
    for (const int count : {1, 2, 4}) {
      all.push_back({name, count});
    }
  }
  return all;
}

MachineSpec built(const Variant& variant) {
  config::Report report;
  const std::string file = find_machine(variant.machine, {SEALRING_CONFIGS, SEALRING_TEST_DATA});
  MachineSpec machine = load_machine(file, {}, report).spec;
  REQUIRE(report.empty());
  machine.domains = variant.domains;
  machine.scale_out.chip.ports = variant.ports < 0 ? machine.scale_out.chip.ports : variant.ports;
  machine.scale_out.nics_per_gpu = variant.nics < 0 ? machine.scale_out.nics_per_gpu : variant.nics;
  machine.scale_out.cross_rail = variant.cross_rail;
  machine.scale_out.topology = variant.topology;
  machine.scale_out.routing = variant.routing;
  machine.scale_out.oversubscription = variant.oversubscription;
  return machine;
}

/// GPUs next to each other and far apart, and each with its own host, both ways.
std::vector<Pair> sampled(const MachineSpec& machine) {
  std::vector<Pair> pairs;
  const int n = machine.gpus();
  for (const int from : {0, 3 % n, n / 2, n - 1}) {
    for (const int to : {1 % n, (from + 1) % n, machine.gpus_per_domain - 1, machine.gpus_per_domain % n, n - 2}) {
      if (from != to) {
        pairs.emplace_back(from, to);
      }
    }
    pairs.emplace_back(from, n + from / machine.gpus_per_host);
    pairs.emplace_back(n + from / machine.gpus_per_host, from);
  }
  return pairs;
}

/// Planes count as one switch, spines as one, adapters of a GPU as one.
std::string label(const std::string& node, int nics) {
  for (const char* const group : {"nvswitch", "spine"}) {
    const std::size_t at = node.find(group);
    if (at != std::string::npos) {
      return node.substr(0, at) + group;
    }
  }
  const std::size_t nic = node.find(".nic");
  return nic == std::string::npos ? node
                                  : node.substr(0, nic + 4) + std::to_string(std::stoi(node.substr(nic + 4)) / nics);
}

void visit(Labels& labels, const std::string& node) {
  if (labels.empty() || labels.back() != node) {
    labels.push_back(node);
  }
}

/// "node0.gpu3" of "node0.gpu3.pcie.up": the first two parts; of "spine0.down1" the first.
std::string node_of(const std::string& station) {
  const std::size_t first = station.find('.');
  return station.compare(0, 5, "spine") == 0 ? station.substr(0, first)
                                             : station.substr(0, station.find('.', first + 1));
}

std::string text(const Labels& labels) {
  std::string all;
  for (const std::string& label : labels) {
    all += (all.empty() ? "" : " > ") + label;
  }
  return all;
}

/// One line per pair: the nodes whose stations a message passes.
std::string traced(const MachineSpec& machine, const topology::Graph& graph) {
  return test::isolated([&] {
    const auto fabric = build_fabric(machine, {});
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    std::string lines;
    for (const auto& [from, to] : sampled(machine)) {
      Labels labels{graph.node(from).name};
      const fabric::Path path = fabric->path(from, to);
      for (int i = 0; i < path.length; ++i) {
        const auto id = static_cast<std::size_t>(path.stations[static_cast<std::size_t>(i)]);
        visit(labels, label(node_of(fabric->network().stations[id].name), 1));
      }
      visit(labels, graph.node(to).name);
      lines += text(labels) + "\n";
    }
    return lines;
  });
}

/// The shortest routes of a pair in the graph. The receiving adapter hands bytes on without a station of its own.
std::set<std::string> legs(const topology::Graph& graph, const MachineSpec& machine, Pair pair) {
  std::set<std::string> routes;
  for (const topology::Route& route : topology::shortest_routes(graph, pair.first, pair.second)) {
    Labels labels;
    for (std::size_t i = 0; i < route.nodes.size(); ++i) {
      const topology::Node& node = graph.node(route.nodes[i]);
      if (node.kind != "nic" || i == 1) {
        visit(labels, label(node.name, machine.scale_out.nics_per_gpu));
      }
    }
    routes.insert(text(labels));
  }
  return routes;
}

/// GPUs do not forward in the graph: what one of them passes on goes in two legs.
std::set<std::string> shortest(const topology::Graph& graph, const MachineSpec& machine, Pair pair) {
  const bool apart =
      pair.first < machine.gpus() && pair.first / machine.gpus_per_domain != pair.second / machine.gpus_per_domain;
  const int via = apart && pair.second < machine.gpus() ? plan_wires(machine, {}, {}).leaves_by(pair.first, pair.second)
                                                        : pair.first;
  if (via == pair.first) {
    return legs(graph, machine, pair);
  }
  std::set<std::string> routes;
  for (const std::string& first : legs(graph, machine, {pair.first, via})) {
    for (const std::string& second : legs(graph, machine, {via, pair.second})) {
      routes.insert(first + second.substr(second.find(" > ")));
    }
  }
  return routes;
}

TEST_CASE("modules route as the graph of the machine does", "[machines]") {
  for (const Variant& variant : variants()) {
    const MachineSpec machine = built(variant);
    const topology::Graph graph = machine_topology(machine);
    std::istringstream lines(traced(machine, graph));
    for (const Pair& pair : sampled(machine)) {
      std::string line;
      std::getline(lines, line);
      const auto routes = shortest(graph, machine, pair);
      INFO(name_of(variant) << ": " << line << "\ninstead of " << *routes.begin());
      CHECK(routes.count(line) == 1);
    }
  }
}

TEST_CASE("graph and modules have the same rails, leaves and spines", "[machines]") {
  for (const Variant& variant : variants()) {
    const MachineSpec machine = built(variant);
    const topology::Graph graph = machine_topology(machine);
    const WirePlan plan = plan_wires(machine, {}, {});
    int leaves = 0;
    int spines = 0;
    std::set<int> rails;
    for (const topology::Node& node : graph.nodes()) {
      const bool leaf = node.name.find("leaf") != std::string::npos;
      leaves += leaf ? 1 : 0;
      spines += node.name.find("spine") != std::string::npos ? 1 : 0;
      if (leaf) {
        rails.insert(node.plane);
      }
    }
    INFO(name_of(variant));
    CHECK(leaves == plan.network.leaves());
    CHECK(spines == plan.network.spine_chips);
    CHECK(static_cast<int>(rails.size()) == plan.network.groups);
  }
}

}  // namespace
}  // namespace sealring::machine
