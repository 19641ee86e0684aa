// What a profile and a workload make of a machine's wires, and the counters of its links.
#include <catch2/catch.hpp>

#include "tests/model/link/small_machine.hpp"

namespace sealring::test {
namespace {

using fabric::Zone;
using machine::Fabric;
using machine::plan_wires;

const security::ProfileSpec kOff;

security::ProfileSpec copy_engines() {
  security::ProfileSpec profile;
  profile.scale_up.kind = "copy_engine";
  profile.scale_up.copy_engine.rate = gigabytes_per_second(300);
  return profile;
}

security::ProfileSpec bounced_scale_out() {
  security::ProfileSpec profile;
  profile.scale_out.kind = "software_aead";
  profile.scale_out.software_aead.cipher_rate = gigabytes_per_second(50);
  profile.scale_out.software_aead.mac_chain_rate = gigabytes_per_second(0.1);
  profile.scale_out.software_aead.reduce_rate = gigabytes_per_second(500);
  return profile;
}

TEST_CASE("what copy engines seal travels in their larger packets") {
  CHECK(plan_wires(three_gpus(), kOff, {}).stations.egress.framing.packet_payload == Bytes(128));
  CHECK(plan_wires(three_gpus(), copy_engines(), {}).stations.egress.framing.packet_payload == Bytes(256));
  CHECK(plan_wires(three_gpus(), copy_engines(), {}).stations.switch_output.framing.packet_payload == Bytes(256));
}

TEST_CASE("traffic one way leaves the whole wire to the data") {
  machine::WireOptions one_way;
  one_way.traffic = link::Traffic::kOneWay;

  // Three links of 100 GB/s, of which 0.9 with traffic both ways.
  CHECK(plan_wires(three_gpus(), kOff, one_way).stations.egress.rate == gigabytes_per_second(300));
  CHECK(plan_wires(three_gpus(), kOff, {}).stations.egress.rate.count() == Approx(270e9));
}

TEST_CASE("an adapter's buffer holds as many slices as fit") {
  machine::MachineSpec machine = two_nodes();
  machine.scale_out.nic.buffer = mebibytes(5);

  CHECK(plan_wires(machine, kOff, {}).stations.pcie_up.far_slots == 5);
  CHECK(plan_wires(machine, kOff, {}).stations.leaf_down.far_slots == 5);
}

TEST_CASE("planes of five, five, four and four links carry bytes in that ratio") {
  machine::MachineSpec machine = three_gpus();
  machine.scale_up.links_per_plane = {5, 5, 4, 4};
  static constexpr std::array<std::size_t, 18> kPlane{0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3};
  const std::string sums = elaborated(machine, kOff, {}, [](Fabric& fabric) {
    fabric.account_links([](fabric::StationId) { return WireBytes(18'000); });
    std::array<std::int64_t, 4> plane{};
    for (int link = 0; link < 18; ++link) {
      plane[kPlane[static_cast<std::size_t>(link)]] +=
          fabric.gpu(1).links()[static_cast<std::size_t>(link)]->bytes().count();
    }
    return std::to_string(plane[0]) + " " + std::to_string(plane[1]) + " " + std::to_string(plane[2]) + " " +
           std::to_string(plane[3]);
  });

  CHECK(sums == "5000 5000 4000 4000");
}

TEST_CASE("every station lies in the zone of its module") {
  const std::string zones = elaborated(two_nodes(), inline_cipher(), {}, [](Fabric& fabric) {
    std::string text;
    for (const fabric::StationSpec& station : fabric.network().stations) {
      if (station.name.find("node1") == std::string::npos && station.name.find('1') == std::string::npos) {
        text += station.name + " " + std::string(name(station.zone)) + "\n";
      }
    }
    return text;
  });

  CHECK(zones ==
        "node0.gpu0.nvlink scale_up\nnode0.gpu0.open scale_up\nnode0.gpu0.pcie.down host\nnode0.gpu0.pcie.up host\n"
        "node0.nic0.tx scale_out\nnode0.nvswitch.out0 scale_up\n"
        "rail0.leaf0.down0 scale_out\nrail0.leaf0.up scale_out\nspine0.down0 scale_out\n");
}

TEST_CASE("a tap sees ciphertext where the profile says so") {
  CHECK_FALSE(plan_wires(two_nodes(), kOff, {}).sealed_in(Zone::kScaleUp));
  CHECK(plan_wires(two_nodes(), inline_cipher(), {}).sealed_in(Zone::kScaleUp));
  CHECK_FALSE(plan_wires(two_nodes(), inline_cipher(), {}).sealed_in(Zone::kScaleOut));
}

TEST_CASE("messages sealed as a whole are ciphertext on the way to their adapter too") {
  CHECK(plan_wires(two_nodes(), bounced_scale_out(), {}).sealed_in(Zone::kScaleOut));
  CHECK(plan_wires(two_nodes(), bounced_scale_out(), {}).sealed_in(Zone::kHost));
}

TEST_CASE("a cipher in the network's links leaves the way to the adapter in the clear") {
  security::ProfileSpec profile;
  profile.scale_out.kind = "inline_link";
  CHECK(plan_wires(two_nodes(), profile, {}).sealed_in(Zone::kScaleOut));
  CHECK_FALSE(plan_wires(two_nodes(), profile, {}).sealed_in(Zone::kHost));

  profile.host_copy.kind = "ide";
  CHECK(plan_wires(two_nodes(), profile, {}).sealed_in(Zone::kHost));
}

TEST_CASE("links that do not add up to their bundle break a rule") {
  const std::string broken = elaborated(three_gpus(), kOff, {}, [](Fabric& fabric) {
    fabric.account_links([](fabric::StationId) { return WireBytes(99); });
    stats::Invariants rules;
    fabric.add_invariants(rules, [](fabric::StationId) { return WireBytes(100); });
    return rules.violations().at(2);
  });

  CHECK(broken == "node0.gpu2.nvlink: its links carry what it carries: 99 B on its links, 100 B through it");
}

TEST_CASE("links that add up keep every rule") {
  const std::string count = elaborated(triangle(), kOff, {}, [](Fabric& fabric) {
    const auto carried = [](fabric::StationId id) { return WireBytes(100 + id); };
    fabric.account_links(carried);
    stats::Invariants rules;
    fabric.add_invariants(rules, carried);
    return std::to_string(rules.violations().size());
  });

  CHECK(count == "0");
}

}  // namespace
}  // namespace sealring::test
