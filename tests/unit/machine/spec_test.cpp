// What the readers make of a whole machine, value by value where units could go wrong.
#include <catch2/catch.hpp>

#include "models/machine/read_machine.hpp"

namespace {

using namespace sealring;
using namespace sealring::machine;

MachineSpec imaginary(const std::vector<config::Override>& overrides = {}) {
  config::Report report;
  const auto loaded = load_machine(std::string(SEALRING_TEST_DATA) + "/imaginary_gpu/machine.yaml", overrides, report);
  INFO(report.text());
  REQUIRE(report.empty());
  return loaded.spec;
}

TEST_CASE("rates and times keep their units", "[machine]") {
  const MachineSpec machine = imaginary();
  CHECK(machine.scale_up.link.rate_per_direction == gigabytes_per_second(19));
  CHECK(machine.host.driver.launch_api == nanoseconds(3300));
  CHECK(machine.gpu.memory == gibibytes(29));
  CHECK(machine.gpu.peak[1].count() == Approx(77e12));  // tf32
}

TEST_CASE("planes keep their order", "[machine]") {
  CHECK(imaginary().scale_up.links_per_plane == std::vector<int>{2, 2, 1});
}

TEST_CASE("profiles carry their protections by path", "[machine]") {
  const MachineSpec machine = imaginary();
  CHECK(machine.profiles.at("off").scale_up.kind == "none");
  CHECK(machine.profiles.at("software").scale_up.kind == "software_aead");
  CHECK(machine.profiles.at("software").scale_up.software_aead.mac_chunk == kibibytes(300));
  CHECK(machine.profiles.at("inline").host_copy.kind == "host_bounce");
  CHECK(machine.profiles.at("inline").toll.launch == nanoseconds(9100));
}

TEST_CASE("an override reaches a profile", "[machine]") {
  const MachineSpec machine = imaginary({{"profiles.software.scale_up.software_aead.mac_chain_rate", "71 MB/s"}});
  CHECK(machine.profiles.at("software").scale_up.software_aead.mac_chain_rate == Bandwidth(71e6));
}

TEST_CASE("an efficiency of one precision replaces that of the kind", "[machine]") {
  const MachineSpec machine = imaginary({{"gpu.efficiency.bf16.matmul", "0.5"}});
  CHECK(machine.gpu.achieved(host::Precision::kBf16, host::ComputeKind::kMatmul).count() ==
        Approx(77e12));  // 154 x 0.5
  CHECK(machine.gpu.achieved(host::Precision::kTf32, host::ComputeKind::kMatmul).count() == Approx(77e12 * 0.61));
}

TEST_CASE("a resolved machine reads back to the same text", "[machine]") {
  config::Report report;
  const auto first = load_machine(std::string(SEALRING_TEST_DATA) + "/imaginary_gpu/machine.yaml", {}, report);
  config::Document again = config::Document::from_text(first.resolved, "resolved.yaml", {}, report);
  read_machine(again.root());
  INFO(report.text());
  REQUIRE(report.empty());
  CHECK(again.resolved() == first.resolved);
}

}  // namespace
