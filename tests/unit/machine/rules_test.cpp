// Every rule between numbers of a machine, each broken by one override of a sound machine.
#include <catch2/catch.hpp>

#include "models/machine/machine_rules.hpp"
#include "models/machine/read_machine.hpp"
#include "models/security/read_profile.hpp"

namespace {

using namespace sealring;
using namespace sealring::machine;

std::vector<std::string> problems(const std::vector<config::Override>& overrides) {
  config::Report report;
  load_machine(std::string(SEALRING_TEST_DATA) + "/imaginary_gpu/machine.yaml", overrides, report);
  std::vector<std::string> messages;
  for (const config::Problem& problem : report.problems()) {
    messages.push_back(problem.path + ": " + problem.message);
  }
  return messages;
}

/// Line, path and message of what is wrong with a profile on a machine.
std::vector<std::string> profile_problems(const std::string& text, const MachineSpec& machine) {
  config::Report report;
  config::Document document = config::Document::from_text(text, "profile.yaml", {}, report);
  config::Reader root = document.root();
  check_profile(root, security::read_profile(root), machine);
  std::vector<std::string> found;
  for (const config::Problem& problem : report.problems()) {
    found.push_back(std::to_string(problem.where.line) + ": " + problem.path + ": " + problem.message);
  }
  return found;
}

void check_only(const std::vector<config::Override>& overrides, const std::string& message) {
  CHECK(problems(overrides) == std::vector<std::string>{message});
}

TEST_CASE("links over planes sum to those of the GPU", "[machine]") {
  check_only({{"scale_up.links_per_plane", "[2, 1, 1]"}},
             "scale_up.links_per_plane: the planes take 2 + 1 + 1 = 4 links of each GPU, but a 'Imaginary' has 5");
}

TEST_CASE("a switch has a port for every link of its plane", "[machine]") {
  check_only({{"scale_up.switch.ports", "13"}},
             "scale_up.links_per_plane: the fullest plane needs 14 ports, but a 'Imaginary switch' has 13");  // 7 x 2
}

TEST_CASE("a switch that adds up says how fast", "[machine]") {
  check_only({{"scale_up.switch.multicast", "true"}},
             "scale_up.switch.reduction: a switch with multicast needs a section reduction with its rate");
  check_only({{"scale_up.switch.multicast", "true"}, {"scale_up.switch.reduction.rate", "0 GB/s"}},
             "scale_up.switch.reduction.rate: 0 B/s was given; more than that is needed");
}

TEST_CASE("a switch keeps the rate of a unit that is left off", "[machine]") {
  CHECK(problems({{"scale_up.switch.reduction.rate", "285 GB/s"}}).empty());
}

TEST_CASE("a link that fluctuates says how long, and never stops", "[machine]") {
  check_only({{"scale_up.link.pace_spread", "1"}, {"scale_up.link.pace_period", "1 us"}},
             "scale_up.link.pace_spread: a speed that fluctuates by its own size would stop; the spread is below 1");
  check_only({{"scale_up.link.pace_spread", "0.1"}},
             "scale_up.link.pace_period: a speed that fluctuates keeps each value for at least 1 ns of work");
  CHECK(problems({{"scale_up.link.pace_spread", "0.1"}, {"scale_up.link.pace_period", "1 us"}}).empty());
}

TEST_CASE("every plane joins every GPU", "[machine]") {
  check_only({{"scale_up.links_per_plane", "[5, 0]"}},
             "scale_up.links_per_plane: every plane joins every GPU with at least one link");
}

TEST_CASE("hosts divide a domain evenly", "[machine]") {
  check_only({{"gpus_per_host", "3"}}, "gpus_per_host: 3 GPUs per host do not divide the 7 of a domain evenly");
}

TEST_CASE("domains need a network between them", "[machine]") {
  check_only({{"nodes", "2"}}, "nodes: more than one scale-up domain needs a scale_out section");
}

std::vector<std::string> network_problems(const std::vector<config::Override>& overrides) {
  config::Report report;
  load_machine(std::string(SEALRING_CONFIGS) + "/hopper_h100/machine.yaml", overrides, report);
  std::vector<std::string> messages;
  for (const config::Problem& problem : report.problems()) {
    messages.push_back(problem.path + ": " + problem.message);
  }
  return messages;
}

TEST_CASE("a leaf has at most as many uplinks as adapters", "[machine]") {
  CHECK(network_problems({{"scale_out.oversubscription", "0.5"}}) ==
        std::vector<std::string>{
            "scale_out.oversubscription: a leaf has at most as many uplinks as adapters: give 1 or more"});
  CHECK(network_problems({{"scale_out.oversubscription", "2.5"}}).empty());
}

TEST_CASE("the adapters of a host fit half a leaf of a fat tree", "[machine]") {
  CHECK(network_problems({{"scale_out.topology", "fat_tree"}, {"scale_out.switch.ports", "14"}}) ==
        std::vector<std::string>{"scale_out.topology: 8 adapters meet at one leaf, but half of its 14 ports take 7"});
  CHECK(network_problems({{"scale_out.topology", "fat_tree"}, {"scale_out.switch.ports", "16"}}).empty());
}

TEST_CASE("uplinks one by one need leaves that reach every spine", "[machine]") {
  // 257 hosts: 9 leaves of 32 on each of 8 rails.
  CHECK(network_problems({{"nodes", "257"}, {"scale_out.routing", "ecmp"}}) ==
        std::vector<std::string>{
            "scale_out.routing: 72 leaves are more than the 64 ports of a spine, so a third level is needed; only "
            "adaptive routing, which takes all above the leaves as one, is possible"});
  CHECK(network_problems({{"nodes", "256"}, {"scale_out.routing", "ecmp"}}).empty());
  CHECK(network_problems({{"nodes", "257"}}).empty());
}

std::vector<std::string> card_problems(const std::vector<config::Override>& overrides) {
  config::Report report;
  load_machine(std::string(SEALRING_TEST_DATA) + "/no_links/machine.yaml", overrides, report);
  std::vector<std::string> messages;
  for (const config::Problem& problem : report.problems()) {
    messages.push_back(problem.path + ": " + problem.message);
  }
  return messages;
}

TEST_CASE("a machine may do without scale-up links", "[machine]") {
  CHECK(card_problems({}).empty());
  CHECK(card_problems({{"nodes", "3"}}).empty());
  CHECK(card_problems({{"gpus_per_host", "2"}, {"nodes", "1"}}).front() ==
        "nodes: a scale-up domain of this machine is a rack of several hosts; count them as 'racks'");
  CHECK(card_problems({{"gpus_per_host", "2"}}).back() ==
        "scale_up.kind: without scale-up links a domain is one host: gpus_per_domain and gpus_per_host must agree");
}

TEST_CASE("a cipher in links needs links", "[machine]") {
  CHECK(card_problems({{"profiles.inline.name", "inline"},
                       {"profiles.inline.scale_up.kind", "inline_link"},
                       {"profiles.inline.scale_up.inline_link.latency", "1 ns"}})
            .back() ==
        "profiles.inline.scale_up: 'inline_link' works in scale-up links, of which this machine has none");
}

TEST_CASE("domains are counted under the word that fits them", "[machine]") {
  check_only({{"domains", "2"}},
             "domains: a scale-up domain of this machine is one host, a node; count them as 'nodes'");
  check_only({{"racks", "2"}}, "racks: a scale-up domain of this machine is one host, a node; count them as 'nodes'");

  config::Report report;
  const std::string rack = std::string(SEALRING_CONFIGS) + "/gb200_nvl72/machine.yaml";
  CHECK(load_machine(rack, {{"racks", "2"}}, report).spec.gpus() == 144);
  CHECK(report.empty());
  load_machine(rack, {{"nodes", "2"}}, report);
  CHECK_THAT(report.text(),
             Catch::Contains("nodes: a scale-up domain of this machine is a rack of several hosts; count them as "
                             "'racks'"));
}

TEST_CASE("the protected region leaves room", "[machine]") {
  check_only({{"profiles.software.staging_slots", "150"}},  // two pools of 150 x 100 MiB of 29 GiB
             "profiles.software.cpr_reserve: reserve, staging and context take 30.59 GiB of the 29 GiB of a GPU");
}

TEST_CASE("a path takes only the protections that can work there", "[machine]") {
  check_only(
      {{"profiles.inline.command.kind", "software_aead"}},
      "profiles.inline.command: 'software_aead' cannot protect this path; fitting kinds: none, ide, host_bounce");
}

TEST_CASE("protected memory is not copied in the clear", "[machine]") {
  check_only({{"profiles.software.protected_memory", "true"}},
             "profiles.software.host_copy: protected_memory cannot be copied to or from the host in the clear");
}

TEST_CASE("protected memory sends plaintext only through a trusted switch", "[machine]") {
  check_only({{"profiles.inline.scale_up.kind", "none"}},
             "profiles.inline.scale_up: protected_memory needs sealed messages between GPUs, or trusted_switch: true");
  CHECK(problems({{"profiles.inline.scale_up.kind", "none"}, {"profiles.inline.trusted_switch", "true"}}).empty());
}

TEST_CASE("protected memory sends plaintext only through a trusted network", "[machine]") {
  MachineSpec machine;
  machine.scale_out.present = true;
  const std::string ide = "{kind: ide, inline_link: {latency: 1 ns}}\n";
  const std::string sealed = "name: x\nprotected_memory: true\ntrusted_switch: true\nhost_copy: " + ide;
  CHECK(profile_problems(sealed + "scale_out: {kind: none}\n", machine) ==
        std::vector<std::string>{
            "5: scale_out: protected_memory needs sealed messages to other domains, or trusted_network: true"});
  CHECK(profile_problems(sealed + "scale_out: {kind: none}\ntrusted_network: true\n", machine).empty());
  CHECK(profile_problems(sealed + "scale_out: " + ide, machine).empty());
  machine.scale_out.present = false;
  CHECK(profile_problems(sealed, machine).empty());
}

TEST_CASE("a command has a kind and no numbers", "[machine]") {
  CHECK(profile_problems("name: x\ncommand: {kind: host_bounce, host_bounce: {toll_h2d: 1 us}}\n", {}) ==
        std::vector<std::string>{"2: command.host_bounce: unknown key; known here: kind"});
}

TEST_CASE("a kind without its numbers is refused", "[machine]") {
  const std::vector<std::string> found = problems({{"profiles.software.scale_up.kind", "inline_link"}});
  CHECK(found == std::vector<std::string>{"profiles.software.scale_up.inline_link: missing key"});
}

TEST_CASE("the profile off protects nothing", "[machine]") {
  check_only({{"profiles.off.toll.launch", "1 us"}},
             "profiles.off: the profile 'off' protects nothing and adds no toll");
}

TEST_CASE("a share above one is refused", "[machine]") {
  check_only({{"gpu.efficiency.matmul", "1.2"}}, "gpu.efficiency.matmul: 1.2 was given; at most 1 is possible");
}

TEST_CASE("a measured copy is not faster than its link", "[machine]") {
  check_only({{"host.pinned_h2d", "60 GB/s"}},
             "host.pinned_h2d: a measured copy rate is above the rate of the host link");  // 34.8
}

TEST_CASE("a host without cipher rate cannot bounce", "[machine]") {
  check_only({{"host.cpu.aes_gcm_per_core", "0 GB/s"}},
             "profiles.inline.host_copy: host_bounce needs a crypto_rate, or a host whose cpu gives aes_gcm_per_core");
}

TEST_CASE("several mistakes are reported together and completely", "[machine]") {
  const std::vector<config::Override> overrides = {{"gpus_per_host", "2"},
                                                   {"scale_up.links_per_plane", "[3, 3]"},
                                                   {"profiles.off.toll.launch", "1 us"},
                                                   {"gpu.memory_efficiency", "1.5"}};
  const std::vector<std::string> expected = {
      "gpus_per_host: 2 GPUs per host do not divide the 7 of a domain evenly",
      "gpu.memory_efficiency: 1.5 was given; at most 1 is possible",
      "scale_up.links_per_plane: the planes take 3 + 3 = 6 links of each GPU, but a 'Imaginary' has 5",
      "scale_up.links_per_plane: the fullest plane needs 21 ports, but a 'Imaginary switch' has 15",
      "profiles.off: the profile 'off' protects nothing and adds no toll"};
  CHECK(problems(overrides) == expected);
}

}  // namespace
