// Two domains that stand for more: ways between them, beside those of a machine that is built as a whole.
#include "models/machine/folded_network.hpp"

#include <string>

#include <catch2/catch.hpp>

#include "models/fabric/idle_path.hpp"
#include "tests/model/link/small_machine.hpp"

namespace sealring::test {
namespace {

using machine::Fabric;
using machine::Fold;
using machine::FoldedNetwork;

const security::ProfileSpec kOff;

std::string names(const fabric::Network& network, std::int32_t source, std::int32_t destination) {
  const fabric::Path path = network.router->path(source, destination);
  std::string text;
  for (int i = 0; i < path.length; ++i) {
    text += (i == 0 ? "" : " > ") +
            network.stations[static_cast<std::size_t>(path.stations[static_cast<std::size_t>(i)])].name;
  }
  return text;
}

Duration idle_time(const fabric::Network& network, std::int32_t source, std::int32_t destination) {
  std::vector<const fabric::StationSpec*> stations;
  const fabric::Path path = network.router->path(source, destination);
  for (int i = 0; i < path.length; ++i) {
    stations.push_back(&network.stations[static_cast<std::size_t>(path.stations[static_cast<std::size_t>(i)])]);
  }
  return fabric::idle_profile(stations, mebibytes(3), network.slice).total;
}

/// Two of the domains of two GPUs stand for five; a leaf has room for two domains.
std::string folded(const Fold& fold, const std::function<std::string(const fabric::Network&)>& ask) {
  machine::MachineSpec whole = two_nodes();
  whole.domains = 5;
  machine::FabricOptions options;
  options.kept_domains = 2;
  return elaborated(whole, kOff, options, [&](Fabric& fabric) {
    const FoldedNetwork network(fabric.network(), fabric.plan(), fold);
    return ask(network.network());
  });
}

std::string folded_route(const Fold& fold, std::int32_t source, std::int32_t destination) {
  return folded(fold, [=](const fabric::Network& network) { return names(network, source, destination); });
}

Fold five(int over, double share) { return {5, 2, {0, over}, share}; }

}  // namespace

TEST_CASE("under one leaf a message leaves by its own stations and arrives by those of the receiver") {
  CHECK(folded_route(five(0, 0), 0, 2) ==
        "node0.gpu0.pcie.up > node0.nic0.tx > rail0.leaf0.down1 > node1.gpu0.pcie.down");
}

TEST_CASE("the last domain that is kept sends to the first") {
  CHECK(folded_route(five(0, 0), 2, 0) ==
        "node1.gpu0.pcie.up > node1.nic0.tx > rail0.leaf0.down0 > node0.gpu0.pcie.down");
}

TEST_CASE("GPUs that send to another leaf in some domain have an uplink and a spine between") {
  CHECK(folded_route(five(3, 0.5), 1, 3) ==
        "node0.gpu1.pcie.up > node0.nic1.tx > node0.rail1.up > node1.rail1.down > rail1.leaf0.down1 > "
        "node1.gpu1.pcie.down");
}

TEST_CASE("inside a domain nothing changes") {
  CHECK(folded_route(five(3, 0.5), 0, 1) == "node0.gpu0.nvlink > node0.nvswitch.out1");
}

// Two hops of 250 ns.
TEST_CASE(
    "all of the latency above the leaves makes the way of the whole machine to another leaf, a part a part of it") {
  machine::MachineSpec whole = two_nodes();
  whole.domains = 5;
  const auto far = std::stoll(elaborated(
      whole, kOff, {}, [](Fabric& fabric) { return std::to_string(idle_time(fabric.network(), 3, 5).count()); }));
  const auto near = std::stoll(elaborated(
      whole, kOff, {}, [](Fabric& fabric) { return std::to_string(idle_time(fabric.network(), 1, 3).count()); }));
  const auto of_share = [](double share) {
    return std::stoll(folded(five(3, share), [](const fabric::Network& network) {
      return std::to_string(idle_time(network, 1, 3).count());
    }));
  };
  CHECK(far - near == nanoseconds(500).count());
  CHECK(of_share(1) == far);
  CHECK(of_share(0.5) == far - nanoseconds(250).count());
}

}  // namespace sealring::test
