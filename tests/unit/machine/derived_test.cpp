#include "models/machine/derived.hpp"

#include <catch2/catch.hpp>

#include "models/machine/machine_topology.hpp"

#include "board.hpp"

namespace {

using namespace sealring;
using namespace sealring::machine;

DerivedTotals totals_of(const MachineSpec& machine) { return derive(machine, machine_topology(machine)); }

TEST_CASE("a GPU has the links of all planes", "[machine]") {
  CHECK(totals_of(small_machine()).links_per_gpu == 4);                    // 3 + 1
  CHECK(totals_of(small_machine()).gpu_rate == gigabytes_per_second(40));  // 4 x 10
}

TEST_CASE("a domain sums over its own GPUs only", "[machine]") {
  CHECK(totals_of(small_machine()).domain_rate == gigabytes_per_second(160));  // 4 GPUs x 40
  CHECK(totals_of(small_machine()).domain_memory == gibibytes(40));            // 4 x 10
}

TEST_CASE("the bisection of a domain is half of its GPUs", "[machine]") {
  CHECK(totals_of(small_machine()).domain_bisection == gigabytes_per_second(80));  // 2 GPUs x 40
}

TEST_CASE("adapters add up per GPU and per domain", "[machine]") {
  MachineSpec machine = small_machine();
  machine.scale_out.nics_per_gpu = 2;
  CHECK(totals_of(machine).scale_out_rate == gigabytes_per_second(10));
  CHECK(totals_of(machine).domain_scale_out == gigabytes_per_second(40));
}

TEST_CASE("a claim of both directions is held against twice the rate", "[machine]") {
  MachineSpec machine = small_machine();
  machine.published = {{"gpu_bandwidth", gigabytes_per_second(80), true, "made up"}};
  const auto checked = check_claims(machine, totals_of(machine));
  REQUIRE(checked.size() == 1);
  CHECK(checked[0].derived == gigabytes_per_second(80));
  CHECK(checked[0].error_pct == Approx(0).margin(1e-9));
}

TEST_CASE("a claim of one direction is held against the rate itself", "[machine]") {
  MachineSpec machine = small_machine();
  machine.published = {{"gpu_bandwidth", gigabytes_per_second(50), false, "made up"}};
  CHECK(check_claims(machine, totals_of(machine))[0].error_pct == Approx(-20.0));  // 40 against 50
}

}  // namespace
