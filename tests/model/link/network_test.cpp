// The network between domains: uplinks and spines, hashed flows, and GPUs that pass on what leaves for their rail.
#include <algorithm>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/fabric/switch_timing.hpp"
#include "models/link/pcie_timing.hpp"
#include "models/nic/nic_timing.hpp"
#include "tests/model/link/small_machine.hpp"

namespace sealring::test {
namespace {

using fabric::Transfer;
using machine::CrossRail;
using machine::Fabric;
using machine::MachineSpec;
using machine::NetworkPlan;
using machine::Routing;

const security::ProfileSpec kOff;
constexpr Bytes kLarge = mebibytes(64);

/// Eight hosts of one GPU, four to a leaf of eight ports: one rail of two leaves.
MachineSpec eight_hosts(Routing routing, double oversubscription) {
  MachineSpec machine = two_nodes();
  machine.domains = 8;
  machine.gpus_per_domain = 1;
  machine.gpus_per_host = 1;
  machine.scale_out.chip.ports = 8;
  machine.scale_out.routing = routing;
  machine.scale_out.oversubscription = oversubscription;
  return machine;
}

std::string route_of(const MachineSpec& machine, const security::ProfileSpec& profile, Transfer ends) {
  return elaborated(machine, profile, {}, [=](Fabric& fabric) { return route(fabric, ends.source, ends.destination); });
}

std::vector<double> seconds_of(const MachineSpec& machine, const std::vector<Transfer>& transfers) {
  const std::string text = elaborated(machine, kOff, {}, [=](Fabric& fabric) {
    std::string all;
    for (const Duration time : delivery_times(fabric, transfers)) {
      all += std::to_string(time.count()) + " ";
    }
    return all;
  });
  std::vector<double> seconds;
  for (std::size_t at = 0; at + 1 < text.size(); at = text.find(' ', at) + 1) {
    seconds.push_back(to_seconds(Duration(std::stoll(text.substr(at)))));
  }
  return seconds;
}

/// What one adapter, or one uplink, takes for it: 50 GB/s, 26 bytes around each 4,096.
double wire_seconds(Bytes payload) { return static_cast<double>(payload.count()) * 4122 / 4096 / 50e9; }

/// Two flows from the first leaf to the second, from different adapters to different ones, on one uplink or on two.
std::vector<Transfer> two_flows(const MachineSpec& machine, bool same_uplink) {
  const NetworkPlan network = machine::plan_network(machine, 0);
  const auto uplink = [&](int from, int to) { return network.pick(NetworkPlan::Way::kUp, from, to, network.uplinks); };
  for (std::int32_t to = 4; to < 8; ++to) {
    for (std::int32_t other = 4; other < 8; ++other) {
      if (to != other && (uplink(0, to) == uplink(1, other)) == same_uplink) {
        return {{0, to, kLarge, 0}, {1, other, kLarge, 0}};
      }
    }
  }
  throw std::logic_error("no such pair of flows");
}

TEST_CASE("a leaf has as many uplinks as adapters, divided by the oversubscription") {
  CHECK(machine::plan_network(eight_hosts(Routing::kEcmp, 1), 0).uplinks == 4);
  CHECK(machine::plan_network(eight_hosts(Routing::kEcmp, 2), 0).uplinks == 2);
  CHECK(machine::plan_network(eight_hosts(Routing::kEcmp, 3), 0).uplinks == 1);
  CHECK(machine::plan_network(eight_hosts(Routing::kEcmp, 9), 0).uplinks == 1);
  // 2 leaves x 4 uplinks fill one spine of 8 ports; 2 x 2 half of one.
  CHECK(machine::plan_network(eight_hosts(Routing::kEcmp, 1), 0).spine_chips == 1);
}

TEST_CASE("uplinks spread over the spines and come back as parallel links") {
  MachineSpec machine = eight_hosts(Routing::kEcmp, 1);
  machine.gpus_per_domain = machine.gpus_per_host = 2;  // two rails, four leaves, 16 uplinks: two spines of 8 ports
  const NetworkPlan network = machine::plan_network(machine, 0);
  CHECK(network.spine_modules() == 2);
  CHECK(network.links_down(0) == 2);
  CHECK(network.links_down(1) == 2);
}

TEST_CASE("static forwarding takes the uplink of the destination's place on its leaf") {
  CHECK(route_of(eight_hosts(Routing::kStatic, 1), kOff, {0, 6, Bytes(1), 0}) ==
        "node0.gpu0.pcie.up > node0.nic0.tx > rail0.leaf0.up2 > spine0.down1.link2 > rail0.leaf1.down2 > "
        "node6.gpu0.pcie.down");
}

TEST_CASE("a hashed flow stays on its uplink, and another seed takes others") {
  const NetworkPlan one = machine::plan_network(eight_hosts(Routing::kEcmp, 1), 1);
  const NetworkPlan two = machine::plan_network(eight_hosts(Routing::kEcmp, 1), 2);
  std::vector<int> counts(4);
  int moved = 0;
  for (std::int32_t from = 0; from < 100; ++from) {
    for (std::int32_t to = 0; to < 100; ++to) {
      const int uplink = one.pick(NetworkPlan::Way::kUp, from, to, 4);
      CHECK(one.pick(NetworkPlan::Way::kUp, from, to, 4) == uplink);
      ++counts.at(static_cast<std::size_t>(uplink));
      moved += two.pick(NetworkPlan::Way::kUp, from, to, 4) == uplink ? 0 : 1;
    }
  }
  // 10,000 flows: 2,500 each, give or take five standard deviations of 43; three of four move.
  for (const int count : counts) {
    CHECK(std::abs(count - 2500) < 217);
  }
  CHECK(std::abs(moved - 7500) < 217);
}

TEST_CASE("two flows that hash to one uplink get half of it each") {
  const MachineSpec machine = eight_hosts(Routing::kEcmp, 1);
  const double alone = wire_seconds(kLarge);
  for (const double seconds : seconds_of(machine, two_flows(machine, false))) {
    CHECK(seconds == Approx(alone).epsilon(0.02));
  }
  for (const double seconds : seconds_of(machine, two_flows(machine, true))) {
    CHECK(seconds == Approx(2 * alone).epsilon(0.02));
  }
}

TEST_CASE("adaptive routing gives two flows an uplink each") {
  const auto flows = two_flows(eight_hosts(Routing::kEcmp, 1), true);
  for (const double seconds : seconds_of(eight_hosts(Routing::kAdaptive, 1), flows)) {
    CHECK(seconds == Approx(wire_seconds(kLarge)).epsilon(0.02));
  }
}

/// Every GPU to every other at once, neighbours first.
std::vector<Transfer> all_to_all(Bytes each) {
  std::vector<Transfer> transfers;
  for (std::int32_t step = 1; step < 8; ++step) {
    for (std::int32_t from = 0; from < 8; ++from) {
      transfers.push_back({from, (from + step) % 8, each, 0});
    }
  }
  return transfers;
}

double last(const std::vector<double>& seconds) { return *std::max_element(seconds.begin(), seconds.end()); }

TEST_CASE("an all-to-all over oversubscribed leaves takes what its uplinks take") {
  // 4 x 4 messages leave every leaf. One uplink of four: 16 messages in a row, against the 7 of an adapter.
  const double one = wire_seconds(mebibytes(16));
  CHECK(last(seconds_of(eight_hosts(Routing::kAdaptive, 4), all_to_all(mebibytes(16)))) ==
        Approx(16 * one).epsilon(0.03));
  // Two uplinks as one server of twice the rate: 8 messages of time, and the adapters' 7 are no longer far away.
  const double two = last(seconds_of(eight_hosts(Routing::kAdaptive, 2), all_to_all(mebibytes(16))));
  CHECK(two > 8 * one);
  CHECK(two < 10 * one);
  // No oversubscription: the adapters decide.
  const double none = last(seconds_of(eight_hosts(Routing::kAdaptive, 1), all_to_all(mebibytes(16))));
  CHECK(none > 7 * one);
  CHECK(none < 7.7 * one);
}

TEST_CASE("the adapters of a host meet at one leaf of a fat tree") {
  MachineSpec machine = two_nodes();
  machine.scale_out.topology = "fat_tree";
  machine.scale_out.chip.ports = 8;  // two hosts of two adapters below each leaf
  CHECK(route_of(machine, kOff, {1, 2, Bytes(1), 0}) ==
        "node0.gpu1.pcie.up > node0.nic1.tx > tree.leaf0.down2 > node1.gpu0.pcie.down");
  machine.scale_out.chip.ports = 4;  // one
  CHECK(route_of(machine, kOff, {1, 2, Bytes(1), 0}) ==
        "node0.gpu1.pcie.up > node0.nic1.tx > tree.leaf0.up > spine0.down1 > tree.leaf1.down0 > node1.gpu0.pcie.down");
}

MachineSpec relaying() {
  MachineSpec machine = two_nodes();
  machine.scale_out.cross_rail = CrossRail::kNvlink;
  return machine;
}

TEST_CASE("a message to another rail leaves by the GPU of that rail") {
  CHECK(route_of(relaying(), kOff, {1, 2, Bytes(1), 0}) ==
        "node0.gpu1.nvlink > node0.nvswitch.out0 > node0.gpu0.pcie.up > node0.nic0.tx > rail0.leaf0.down1 > "
        "node1.gpu0.pcie.down");
  CHECK(route_of(relaying(), kOff, {1, 3, Bytes(1), 0}) ==
        "node0.gpu1.pcie.up > node0.nic1.tx > rail1.leaf0.down1 > node1.gpu1.pcie.down");
}

TEST_CASE("the longest way, over a ciphered switch, a relay and a spine, fits a path") {
  MachineSpec machine = relaying();
  machine.scale_out.chip.ports = 2;
  CHECK(route_of(machine, inline_cipher(), {1, 2, Bytes(1), 0}) ==
        "node0.gpu1.nvlink > node0.nvswitch.out0 > node0.gpu0.open > node0.gpu0.pcie.up > node0.nic0.tx > "
        "rail0.leaf0.up > spine0.down1 > rail0.leaf1.down0 > node1.gpu0.pcie.down");
}

TEST_CASE("copies to the host and messages within a domain are not relayed") {
  CHECK(route_of(relaying(), kOff, {1, 4, Bytes(1), 0}) == "node0.gpu1.pcie.up");
  CHECK(route_of(relaying(), kOff, {1, 0, Bytes(1), 0}) == "node0.gpu1.nvlink > node0.nvswitch.out0");
}

TEST_CASE("a relay has a slice in its memory before it passes it on") {
  const MachineSpec machine = relaying();
  const link::PcieTiming pcie(machine.host.pcie);
  const nic::NicTiming adapter(machine.scale_out.nic);
  const double time = seconds_of(machine, {{1, 2, mebibytes(1), 0}}).front();

  // Two links, 2^20 x 144/128 bytes at 270 GB/s, 50 + 150 + 50 ns; then as from the relay itself.
  const Duration links = WireBytes(1'179'648) / Bandwidth(270e9) + nanoseconds(250);
  const Duration network = pcie.latency() * 2 + adapter.latency() * 2 + machine.scale_out.chip.latency;
  CHECK(time == Approx(to_seconds(links + network + adapter.occupancy(mebibytes(1), 1))).epsilon(1e-9));
}

TEST_CASE("a relay's own messages and those that it passes on share its adapter") {
  // The relay's own message is there as a whole when the first slice of the other arrives, so that one is the last.
  const auto seconds = seconds_of(relaying(), {{0, 2, kLarge, 0}, {1, 2, kLarge, 0}});
  CHECK(seconds[0] == Approx(wire_seconds(kLarge)).epsilon(0.02));
  CHECK(seconds[1] == Approx(2 * wire_seconds(kLarge)).epsilon(0.02));
}

TEST_CASE("what is sealed as a whole leaves by its own adapter") {
  security::ProfileSpec profile;
  profile.scale_out.kind = "software_aead";
  profile.scale_out.software_aead.cipher_rate = gigabytes_per_second(50);
  profile.scale_out.software_aead.mac_chain_rate = gigabytes_per_second(0.1);
  profile.scale_out.software_aead.reduce_rate = gigabytes_per_second(500);
  CHECK(route_of(relaying(), profile, {1, 2, Bytes(1), 0}).find("nvlink") == std::string::npos);
}

TEST_CASE("only where messages are relayed is the way up from a GPU shared") {
  const auto shared = [](const MachineSpec& machine) {
    return machine::plan_wires(machine, kOff, {}).stations.pcie_up.shared;
  };
  CHECK(shared(relaying()));
  CHECK_FALSE(shared(two_nodes()));
  CHECK_FALSE(shared(three_gpus()));
  CHECK_FALSE(shared(eight_hosts(Routing::kAdaptive, 1)));
}

TEST_CASE("GPUs that take no part leave the network as it was built") {
  MachineSpec machine = eight_hosts(Routing::kAdaptive, 1);
  machine.gpus_per_domain = machine.gpus_per_host = 1;
  machine.wired_gpus_per_host = 2;
  CHECK(machine::plan_network(machine, 0).groups == 1);
  CHECK(machine::plan_network(machine, 0).spine_chips == 2);  // 16 uplinks of both rails, 8 ports
  machine.scale_out.topology = "fat_tree";
  CHECK(machine::plan_network(machine, 0).hosts_per_leaf == 2);  // four ports down, two adapters per host
}

}  // namespace
}  // namespace sealring::test
