#include <memory>
#include <vector>

#include <catch2/catch.hpp>

#include "models/fabric/switch_timing.hpp"
#include "models/link/pcie_timing.hpp"
#include "models/nic/nic_timing.hpp"
#include "tests/model/link/small_machine.hpp"
#include "tests/support/isolated.hpp"

namespace sealring::test {
namespace {

using machine::Fabric;
using machine::FabricOptions;

const security::ProfileSpec kOff;

std::string route_of(const machine::MachineSpec& machine,
                     const security::ProfileSpec& profile,
                     std::int32_t source,
                     std::int32_t destination) {
  return elaborated(machine, profile, {}, [=](Fabric& fabric) { return route(fabric, source, destination); });
}

Duration idle_of(const machine::MachineSpec& machine, const security::ProfileSpec& profile, std::int32_t destination) {
  const std::string text = elaborated(machine, profile, {}, [=](Fabric& fabric) {
    return std::to_string(delivery_time(fabric, {0, destination, mebibytes(1), 7}).count());
  });
  return Duration(std::stoll(text));
}

std::string listing_of(const machine::MachineSpec& machine,
                       const security::ProfileSpec& profile,
                       const FabricOptions& options) {
  return elaborated(machine, profile, options, [](Fabric& fabric) { return listing(fabric.network()); });
}

TEST_CASE("links have the hierarchical names of their GPU") {
  const std::string found = elaborated(three_gpus(), kOff, {}, [](Fabric& fabric) {
    return std::string(fabric.gpu(2).links().at(2)->name()) + " " +
           (sc_core::sc_find_object("node0.gpu2.nvlink2") ? "found" : "missing");
  });

  CHECK(found == "node0.gpu2.nvlink2 found");
}

TEST_CASE("a GPU has one link module per link of all planes") {
  const std::string count =
      elaborated(three_gpus(), kOff, {}, [](Fabric& fabric) { return std::to_string(fabric.gpu(0).links().size()); });

  CHECK(count == "3");
}

TEST_CASE("between GPUs of a domain a message passes its bundle and the output towards the destination") {
  CHECK(route_of(three_gpus(), kOff, 0, 2) == "node0.gpu0.nvlink > node0.nvswitch.out2");
}

TEST_CASE("an inline cipher adds the receiving station") {
  CHECK(route_of(three_gpus(), inline_cipher(), 0, 2) == "node0.gpu0.nvlink > node0.nvswitch.out2 > node0.gpu2.open");
}

TEST_CASE("a mesh goes directly to the peer") {
  CHECK(route_of(triangle(), kOff, 1, 0) == "node0.gpu1.to0");
  CHECK(route_of(triangle(), kOff, 1, 2) == "node0.gpu1.to2");
}

TEST_CASE("hosts come after the GPUs and copies use the PCIe link of their GPU") {
  CHECK(route_of(three_gpus(), kOff, 3, 1) == "node0.gpu1.pcie.down");
  CHECK(route_of(three_gpus(), kOff, 1, 3) == "node0.gpu1.pcie.up");
}

TEST_CASE("between nodes a message stays on its rail") {
  // GPU 1 of node 0 to GPU 1 of node 1 (rank 3): rail 1, where the second host is port 1.
  CHECK(route_of(two_nodes(), kOff, 1, 3) ==
        "node0.gpu1.pcie.up > node0.nic1.tx > rail1.leaf0.down1 > node1.gpu1.pcie.down");
}

TEST_CASE("another rail is reached over a spine") {
  CHECK(
      route_of(two_nodes(), kOff, 1, 2) ==
      "node0.gpu1.pcie.up > node0.nic1.tx > rail1.leaf0.up > spine0.down0 > rail0.leaf0.down1 > node1.gpu0.pcie.down");
}

TEST_CASE("hosts beyond half the ports of a leaf sit on the next leaf of the rail") {
  machine::MachineSpec machine = two_nodes();
  machine.scale_out.chip.ports = 2;

  CHECK(
      route_of(machine, kOff, 1, 3) ==
      "node0.gpu1.pcie.up > node0.nic1.tx > rail1.leaf0.up > spine0.down3 > rail1.leaf1.down0 > node1.gpu1.pcie.down");
}

TEST_CASE("a message to oneself passes nothing") { CHECK(route_of(three_gpus(), kOff, 1, 1).empty()); }

TEST_CASE("a route to another node without a network is a bug that says so") {
  machine::MachineSpec machine = two_nodes();
  machine.scale_out.present = false;

  CHECK_THROWS_WITH(route_of(machine, kOff, 0, 2), "node0.gpu0.pcie has no adapter towards endpoint 2");
}

TEST_CASE("hosts do not forward") {
  CHECK_THROWS_WITH(route_of(two_nodes(), kOff, 0, 5), "node0.host0 is not endpoint 5, and hosts do not forward");
}

TEST_CASE("the idle path between GPUs is link, chip and link around one serialisation") {
  const machine::MachineSpec machine = three_gpus();
  const link::LinkTiming wire(machine.scale_up.link);

  // 3 links x 100 GB/s x 0.9 = 270 GB/s; 2^20 x 9/8 bytes. 50 + 150 + 50 ns of latency.
  const Duration expected = wire.latency() * 2 + fabric::SwitchTiming(machine.scale_up.chip).latency() +
                            WireBytes(1'179'648) / Bandwidth(270e9);

  CHECK(idle_of(machine, kOff, 1) == expected);
}

TEST_CASE("an inline cipher adds its latency once and its tags to every packet") {
  // 270 x 0.9 = 243 GB/s; 2^20 x (128 + 16 + 16)/128 = 1,310,720 bytes; 250 ns of wires and 80 ns of cipher.
  CHECK(idle_of(three_gpus(), inline_cipher(), 1) == nanoseconds(330) + WireBytes(1'310'720) / Bandwidth(243e9));
}

TEST_CASE("a direct link holds both ends of the cipher") {
  // 2 links: 200 x 0.9 x 0.9 = 162 GB/s; 50 ns of wire and 80 ns of cipher.
  CHECK(idle_of(triangle(), inline_cipher(), 1) == nanoseconds(130) + WireBytes(1'310'720) / Bandwidth(162e9));
}

TEST_CASE("the idle path between nodes is the sum of its timing classes") {
  const machine::MachineSpec machine = two_nodes();
  const link::PcieTiming pcie(machine.host.pcie);
  const nic::NicTiming adapter(machine.scale_out.nic);

  // PCIe at 64 GB/s, adapters at 50: the adapter is the slowest. Latencies 400 + 450 + (250 + 450) + 400 ns.
  const Duration latency = pcie.latency() * 2 + adapter.latency() * 2 + machine.scale_out.chip.latency;

  CHECK(idle_of(machine, kOff, 2) == latency + adapter.occupancy(mebibytes(1), 1));
}

TEST_CASE("only stations with several upstreams are shared") {
  const std::string shared = elaborated(two_nodes(), kOff, {}, [](Fabric& fabric) {
    std::string names;
    for (const fabric::StationSpec& station : fabric.network().stations) {
      names += station.shared && station.name.find("node1") == std::string::npos ? station.name + "\n" : "";
    }
    return names;
  });

  CHECK(shared ==
        "node0.gpu0.pcie.down\nnode0.gpu1.pcie.down\nnode0.nvswitch.out0\nnode0.nvswitch.out1\n"
        "rail0.leaf0.down0\nrail0.leaf0.down1\nrail0.leaf0.up\nrail1.leaf0.down0\nrail1.leaf0.down1\nrail1.leaf0.up\n"
        "spine0.down0\nspine0.down1\n");
}

TEST_CASE("endpoints are the GPUs and then the hosts") {
  const std::string count = elaborated(two_nodes(), kOff, {}, [](Fabric& fabric) {
    return std::to_string(fabric.network().endpoints) + " " + std::to_string(fabric.host_endpoint(1));
  });

  CHECK(count == "6 5");
}

TEST_CASE("the order of construction leaves no trace in the network") {
  FabricOptions backwards;
  backwards.order.reversed = true;

  CHECK(listing_of(two_nodes(), inline_cipher(), {}) == listing_of(two_nodes(), inline_cipher(), backwards));
}

TEST_CASE("the order of construction leaves no trace in a route") {
  const auto ids = [](bool reversed) {
    FabricOptions options;
    options.order.reversed = reversed;
    return elaborated(two_nodes(), inline_cipher(), options, [](Fabric& fabric) {
      std::string text;
      for (std::int32_t destination = 0; destination < 4; ++destination) {
        const fabric::Path path = fabric.path(0, destination);
        for (int i = 0; i < path.length; ++i) {
          text += std::to_string(path.stations[static_cast<std::size_t>(i)]) + " ";
        }
      }
      return text;
    });
  };

  CHECK(ids(false) == ids(true));
}

TEST_CASE("jitter gives alike stations different latencies, the same in both orders") {
  FabricOptions jittered;
  jittered.jitter = {3, nanoseconds(20)};
  FabricOptions backwards = jittered;
  backwards.order.reversed = true;

  CHECK(listing_of(three_gpus(), kOff, jittered) != listing_of(three_gpus(), kOff, {}));
  CHECK(listing_of(three_gpus(), kOff, jittered) == listing_of(three_gpus(), kOff, backwards));
}

TEST_CASE("only the sending ends of GPUs have a pace, each its own and the same in both orders") {
  machine::MachineSpec machine = two_nodes();
  machine.scale_up.link.pace_spread = 0.2;
  machine.scale_up.link.pace_period = nanoseconds(900);
  FabricOptions backwards;
  backwards.order.reversed = true;

  const std::string paced = elaborated(machine, inline_cipher(), {}, [](Fabric& fabric) {
    std::string names;
    for (const fabric::StationSpec& station : fabric.network().stations) {
      names += station.pace.spread > 0 ? station.name + "\n" : "";
    }
    return names;
  });

  CHECK(paced == "node0.gpu0.nvlink\nnode0.gpu1.nvlink\nnode1.gpu0.nvlink\nnode1.gpu1.nvlink\n");
  CHECK(listing_of(machine, inline_cipher(), {}) == listing_of(machine, inline_cipher(), backwards));
}

TEST_CASE("credits follow the buffer and the slice") {
  FabricOptions options;
  options.wires.slice = kibibytes(512);

  // The switch buffers 4 MiB per port: eight slices of 512 KiB.
  const std::string slots = elaborated(three_gpus(), kOff, options, [](Fabric& fabric) {
    const auto id = static_cast<std::size_t>(fabric.station(fabric.gpu(0).bundle(1).station()));
    return std::to_string(fabric.network().stations[id].far_slots);
  });

  CHECK(slots == "8");
}

TEST_CASE("the bytes of a bundle are booked on its links without loss") {
  const std::string booked = elaborated(three_gpus(), kOff, {}, [](Fabric& fabric) {
    fabric.account_links([](fabric::StationId) { return WireBytes(100); });
    std::string text;
    for (const auto& link : fabric.gpu(1).links()) {
      text += std::to_string(link->bytes().count()) + " ";
    }
    return text;
  });

  // 100 over three links.
  CHECK(booked == "34 33 33 ");
}

TEST_CASE("an unbound wire stops the elaboration") {
  const auto unbound = [] {
    link::StationTable table;
    const fabric::NvlinkBundleModule bundle("loose", {}, table);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    return std::string("elaborated");
  };

  CHECK_THROWS_WITH(isolated(unbound), Catch::Contains("port not bound") && Catch::Contains("loose.far_end"));
}

TEST_CASE("a GPU can hold further children under its name") {
  FabricOptions options;
  const auto packages = std::make_shared<std::vector<std::unique_ptr<fabric::NvlinkModule>>>();
  options.order.inside_gpu = [packages](std::int32_t) {
    packages->push_back(std::make_unique<fabric::NvlinkModule>("package"));
  };

  const std::string found = elaborated(three_gpus(), kOff, options, [](Fabric&) {
    return sc_core::sc_find_object("node0.gpu1.package") ? "found" : "missing";
  });

  CHECK(found == "found");
}

}  // namespace
}  // namespace sealring::test
