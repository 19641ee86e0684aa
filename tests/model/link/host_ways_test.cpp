// Messages that pass a host: GPUs without links between them, and adapters that cannot reach GPU memory.
#include <string>

#include <catch2/catch.hpp>

#include "models/link/pcie_timing.hpp"
#include "tests/model/link/small_machine.hpp"

namespace sealring::test {
namespace {

using machine::Fabric;
using machine::MachineSpec;

const security::ProfileSpec kOff;

/// Two nodes of two cards on two sockets, without links. PCIe at 64 GB/s, host memory at 100 GB/s per socket.
MachineSpec cards() {
  MachineSpec machine = two_nodes();
  machine.scale_up.kind = "none";
  machine.scale_up.links_per_plane.clear();
  machine.host.cpu.sockets = 2;
  machine.host.cpu.memory_rate = gigabytes_per_second(100);
  machine.host.cpu.peer_share = 0.75;
  return machine;
}

MachineSpec without_gpudirect() {
  MachineSpec machine = two_nodes();
  machine.host.cpu.sockets = 2;
  machine.host.cpu.memory_rate = gigabytes_per_second(100);
  machine.scale_out.gpudirect = false;
  machine.scale_out.cross_rail = machine::CrossRail::kNvlink;
  return machine;
}

std::string route_of(const MachineSpec& machine, std::int32_t source, std::int32_t destination) {
  return elaborated(machine, kOff, {}, [=](Fabric& fabric) { return route(fabric, source, destination); });
}

Duration time_of(const MachineSpec& machine, std::int32_t destination, Bytes bytes) {
  return Duration(std::stoll(elaborated(machine, kOff, {}, [=](Fabric& fabric) {
    return std::to_string(delivery_time(fabric, {0, destination, bytes, 0}).count());
  })));
}

TEST_CASE("GPUs without links meet in the root complex of their host") {
  CHECK(route_of(cards(), 0, 1) == "node0.gpu0.pcie.up > node0.host0.peer1 > node0.gpu1.pcie.down");
}

TEST_CASE("GPUs without peer access meet in the host memory of the receiver's socket") {
  MachineSpec machine = cards();
  machine.scale_up.peer_access = false;
  CHECK(route_of(machine, 0, 1) == "node0.gpu0.pcie.up > node0.host0.memory1 > node0.gpu1.pcie.down");
}

TEST_CASE("copies between a GPU and its host pass neither") {
  CHECK(route_of(cards(), 0, 4) == "node0.gpu0.pcie.up");
  CHECK(route_of(cards(), 4, 0) == "node0.gpu0.pcie.down");
  CHECK(route_of(without_gpudirect(), 0, 4) == "node0.gpu0.pcie.up");
}

TEST_CASE("adapters of GPUs without links are reached directly") {
  CHECK(route_of(cards(), 1, 3) == "node0.gpu1.pcie.up > node0.nic1.tx > rail1.leaf0.down1 > node1.gpu1.pcie.down");
}

TEST_CASE("without GPUDirect a message is staged in the memory of both hosts, and nothing is relayed") {
  CHECK(
      route_of(without_gpudirect(), 1, 2) ==
      "node0.gpu1.pcie.up > node0.host0.memory1 > node0.nic1.tx > rail1.leaf0.up > spine0.down0 > rail0.leaf0.down1 > "
      "node1.host0.memory0 > node1.gpu0.pcie.down");
  CHECK(route_of(without_gpudirect(), 0, 1) == "node0.gpu0.nvlink > node0.nvswitch.out1");
}

TEST_CASE("peers keep their share of a PCIe link") {
  // 64 MiB in packets of 256 with 24 bytes around each, at 64 GB/s x 0.75; three slices of 1 MiB fill the path.
  const double wire = 67'108'864.0 * 280 / 256 / (64e9 * 0.75);
  CHECK(to_seconds(time_of(cards(), 1, mebibytes(64))) == Approx(wire).epsilon(0.03));
}

TEST_CASE("a message staged in slow host memory takes what two passes through it take") {
  MachineSpec machine = cards();
  machine.scale_up.peer_access = false;
  machine.host.cpu.memory_rate = gigabytes_per_second(20);
  // Written and read: 64 MiB at 10 GB/s.
  CHECK(to_seconds(time_of(machine, 1, mebibytes(64))) == Approx(67'108'864.0 / 10e9).epsilon(0.03));
}

TEST_CASE("staging both ways through two hosts does not lock up") {
  const std::string count = elaborated(without_gpudirect(), kOff, {}, [](Fabric& fabric) {
    std::vector<fabric::Transfer> transfers;
    for (std::int32_t from = 0; from < 4; ++from) {
      for (std::int32_t to = 0; to < 4; ++to) {
        if (from / 2 != to / 2) {
          transfers.push_back({from, to, mebibytes(32), 0});
        }
      }
    }
    std::size_t arrived = 0;
    for (const Duration time : delivery_times(fabric, transfers)) {
      arrived += time > Duration() ? 1U : 0U;
    }
    return std::to_string(arrived);
  });
  CHECK(count == "8");
}

}  // namespace
}  // namespace sealring::test
