#include "studies/describe.hpp"

#include <catch2/catch.hpp>

#include "models/machine/find_machine.hpp"
#include "models/machine/read_machine.hpp"

namespace {

using namespace sealring;
using Catch::Matchers::Contains;

machine::MachineSpec named(const std::string& name) {
  config::Report report;
  return machine::load_machine(machine::find_machine(name, {SEALRING_CONFIGS, SEALRING_TEST_DATA}), {}, report).spec;
}

TEST_CASE("a description has counts, totals and bisection", "[machines]") {
  const std::string text = studies::describe_text(named("imaginary_gpu"));
  CHECK_THAT(text, Contains("gpus                  7 x Imaginary\n"));
  CHECK_THAT(text, Contains("5 of Imaginary link at 19 GB/s each way, 2/2/1 per switch\n"));
  CHECK_THAT(text, Contains("bisection             285 GB/s each way\n"));  // 3 GPUs x 5 x 19
}

TEST_CASE("a description says that planes are modelled as a sum", "[machines]") {
  CHECK_THAT(
      studies::describe_text(named("hopper_h100")),
      Contains(
          "planes                striped by address: taken as one wire, every slice spread evenly over all links\n"));
}

TEST_CASE("a description shows every profile with the protection of each path", "[machines]") {
  const std::string text = studies::describe_text(named("imaginary_gpu"));
  CHECK_THAT(text, Contains("inline            host_bounce    none           inline_link    none"));
  CHECK_THAT(text, Contains("software: every message sealed by GPU kernels"));
}

TEST_CASE("a description holds claims beside derived values", "[machines]") {
  CHECK_THAT(
      studies::describe_text(named("gb200_nvl72")),
      Contains(
          "domain_bandwidth               130 TB/s    129.6 TB/s   -0.31%  both directions"));  // 72 x 18 x 50 GB/s x 2
}

TEST_CASE("a description of several domains shows their network", "[machines]") {
  machine::MachineSpec racks = named("gb200_nvl72");
  CHECK_THAT(studies::describe_text(racks), !Contains("network\n"));
  racks.domains = 20;
  const std::string text = studies::describe_text(racks);
  CHECK_THAT(text, Contains("racks                 20 of 72 GPUs\n"));
  // 360 hosts, 32 to a leaf: 12 leaves on each of four rails; 48 x 32 uplinks of 64-port spines.
  CHECK_THAT(text, Contains("topology              rails, 48 leaves of Quantum-2 NDR, 64 ports\n"));
  CHECK_THAT(text, Contains("uplinks               32 of 50 GB/s per leaf, 1 to 1, to 24 spines\n"));
  CHECK_THAT(text, Contains("routing               adaptive\n"));
  CHECK_THAT(text, Contains("to another rail       nvlink\n"));
}

TEST_CASE("the drawing has every GPU and its links", "[machines]") {
  CHECK_THAT(studies::describe_dot(named("hopper_h100")),
             Contains("\"node0.gpu7\" -- \"node0.nvswitch3\" [label=\"4 x 25 GB/s\""));
}

}  // namespace
