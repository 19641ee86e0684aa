// What every machine of configs/, and the one that exists nowhere, must keep.
#include <algorithm>
#include <numeric>

#include <catch2/catch.hpp>

#include "models/machine/derived.hpp"
#include "models/machine/find_machine.hpp"
#include "models/machine/machine_topology.hpp"
#include "models/machine/read_machine.hpp"
#include "models/machine/wire_plan.hpp"
#include "models/security/catalog.hpp"

namespace {

using namespace sealring;
using namespace sealring::machine;

const std::vector<std::string> kRoots = {SEALRING_CONFIGS, SEALRING_TEST_DATA};

std::vector<std::string> machine_names() {
  std::vector<std::string> names = known_machines({SEALRING_CONFIGS});
  names.emplace_back("imaginary_gpu");
  return names;
}

/// One machine, of one, two or four nodes or racks, per run of the test case, named in the failure.
MachineSpec each_machine() {
  const auto names = machine_names();
  const std::string name = GENERATE_COPY(from_range(names));
  const int count = GENERATE(1, 2, 4);
  config::Report report;
  const std::string file = find_machine(name, kRoots);
  MachineSpec machine = load_machine(file, {}, report).spec;
  if (machine.scale_out.present) {
    machine = load_machine(file, {{machine.domains_word(), std::to_string(count)}}, report).spec;
  }
  INFO(name << " x" << count << "\n" << report.text());
  REQUIRE(report.empty());
  REQUIRE(machine.domains == (machine.scale_out.present ? count : 1));
  return machine;
}

TEST_CASE("the machines that the project promises are there", "[machines]") {
  const auto names = machine_names();
  for (const char* name : {"hopper_h100", "hgx_b200", "hgx_b300", "gb200_nvl72", "vera_rubin_nvl72", "imaginary_gpu"}) {
    CHECK(std::count(names.begin(), names.end(), name) == 1);
  }
}

TEST_CASE("every machine loads and is named as its folder", "[machines]") {
  const MachineSpec machine = each_machine();
  CHECK_NOTHROW(find_machine(machine.name, kRoots));
  CHECK_FALSE(machine.summary.empty());
}

TEST_CASE("every published claim lies within one percent of the derived value", "[machines]") {
  const MachineSpec machine = each_machine();
  CHECK_FALSE(machine.published.empty());
  for (const CheckedClaim& checked : check_claims(machine, derive(machine, machine_topology(machine)))) {
    INFO(machine.name << " " << checked.claim.what << ": derived " << checked.derived.count() << " published "
                      << checked.claim.value.count());
    CHECK(std::abs(checked.error_pct) <= 1.0);
  }
}

TEST_CASE("the group unit of no machine caps its ports", "[machines]") {
  const MachineSpec machine = each_machine();
  WireOptions one_way;
  one_way.traffic = link::Traffic::kOneWay;
  const WireStations stations = plan_wires(machine, {}, one_way).stations;

  CHECK(stations.switch_group.has_value() == machine.scale_up.chip.multicast);
  if (stations.switch_group.has_value()) {
    CHECK(stations.switch_group->rate >= stations.egress.rate);
  }
}

TEST_CASE("links over planes sum to those of the GPU", "[machines]") {
  const MachineSpec machine = each_machine();
  const auto& planes = machine.scale_up.links_per_plane;
  CHECK(std::accumulate(planes.begin(), planes.end(), 0) == machine.gpu.scale_up_links);
}

TEST_CASE("switches have ports enough", "[machines]") {
  const MachineSpec machine = each_machine();
  for (const int links : machine.scale_up.links_per_plane) {
    CHECK(links * machine.gpus_per_domain <= machine.scale_up.chip.ports);
  }
}

TEST_CASE("every profile can be built from the protection catalogue", "[machines]") {
  const MachineSpec machine = each_machine();
  CHECK(machine.profiles.count("off") == 1);
  const security::ProtectionContext context{machine.gpu, machine.host.cpu, machine.communication};
  for (const auto& [name, profile] : machine.profiles) {
    INFO(machine.name << " " << name);
    for (const auto* path : {&profile.host_copy, &profile.command, &profile.scale_up, &profile.scale_out}) {
      CHECK_NOTHROW(security::make_protection(*path, context));
    }
  }
}

TEST_CASE("every machine has rates for training in fp32 storage and in bf16", "[machines]") {
  const MachineSpec machine = each_machine();
  for (const auto precision : {host::Precision::kFp32, host::Precision::kTf32, host::Precision::kBf16}) {
    CHECK(machine.gpu.achieved(precision, host::ComputeKind::kMatmul).count() > 0);
  }
}

TEST_CASE("every machine reads back from its resolved text", "[machines]") {
  auto names = machine_names();
  names.emplace_back("no_links");
  const std::string name = GENERATE_COPY(from_range(names));
  config::Report report;
  const std::string resolved = load_machine(find_machine(name, kRoots), {}, report).resolved;
  config::Document again = config::Document::from_text(resolved, "resolved.yaml", {}, report);
  read_machine(again.root());
  INFO(name << "\n" << report.text());
  CHECK(report.empty());
  CHECK(again.resolved() == resolved);
}

TEST_CASE("an adapter may be replaced by its Ethernet kind", "[machines]") {
  const auto nic = [](const std::vector<config::Override>& overrides) {
    config::Report report;
    const nic::NicSpec spec = load_machine(find_machine("hopper_h100", kRoots), overrides, report).spec.scale_out.nic;
    CHECK(report.text().empty());
    return spec;
  };
  const config::Override roce{"scale_out.nic", std::string(SEALRING_CONFIGS) + "/parts/nics/ndr_cx7_roce.yaml"};
  CHECK(nic({}).header == Bytes(26));
  CHECK(nic({roce}).header == Bytes(82));
  CHECK(nic({{"scale_out.nic.framing", "roce"}}).header == Bytes(82));
  CHECK(nic({{"scale_out.nic.header", "66 B"}}).header == Bytes(66));  // with a global route header
}

}  // namespace
