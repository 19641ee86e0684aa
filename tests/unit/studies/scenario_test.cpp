#include <fstream>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "sim/config/report.hpp"
#include "studies/scenario/data_folder.hpp"
#include "studies/scenario/run_size.hpp"
#include "workloads/traces/trace.hpp"

using namespace sealring;
using namespace sealring::studies;

namespace {

const char* const kSealed = "hopper_emulated";

Scenario load(const std::string& name, const std::vector<config::Override>& overrides) {
  return load_scenario(scenario_source(name, overrides));
}

std::string written(const std::string& name, const std::string& text) {
  std::ofstream(name) << text;
  return name;
}

}  // namespace

TEST_CASE("a scenario without ranks takes every GPU of the machine") {
  CHECK(load("collective", {}).ranks == 8);
  CHECK(load("collective", {{"ranks", "3"}}).ranks == 3);
}

TEST_CASE("a job may use some GPUs of every node") {
  const Scenario two = load("collective", {{"machine.nodes", "10"}, {"gpus_per_node", "2"}});
  CHECK(two.ranks == 20);
  CHECK(two.machine.gpus_per_domain == 2);  // rank 3 is the second GPU of the second node
  CHECK(load("collective", {{"machine.nodes", "10"}, {"gpus_per_node", "1"}, {"ranks", "4"}}).ranks == 4);
  CHECK(load("collective", {{"machine", "gb200_nvl72"}, {"machine.racks", "2"}}).ranks == 144);
}

TEST_CASE("a node has so many GPUs and no more") {
  CHECK_THROWS_WITH(load("collective", {{"gpus_per_node", "9"}}),
                    "--set gpus_per_node=9: gpus_per_node: 9 were asked for; machine hopper_h100 has 1 to 8\n");
  CHECK_THROWS_WITH(load("collective", {{"machine", "gb200_nvl72"}, {"gpus_per_node", "6"}}),
                    "--set gpus_per_node=6: gpus_per_node: 6 GPUs fill no whole number of hosts of 4; give a multiple "
                    "of it, or less than one host\n");
}

TEST_CASE("several nodes are filled alike") {
  CHECK(load("collective", {{"machine.nodes", "4"}, {"ranks", "24"}}).ranks == 24);
  CHECK(load("collective", {{"machine.nodes", "4"}, {"ranks", "5"}}).ranks == 5);  // part of one node
  CHECK_THROWS_WITH(load("collective", {{"machine.nodes", "4"}, {"ranks", "10"}}),
                    "--set ranks=10: ranks: 10 ranks would fill the last of the nodes in part, 8 GPUs each; take a "
                    "multiple, or set gpus_per_node\n");
}

TEST_CASE("ranks need as many GPUs") {
  CHECK_THROWS_WITH(load("collective", {{"gpus_per_node", "2"}, {"ranks", "4"}}),
                    "--set ranks=4: ranks: 4 ranks need as many GPUs; machine hopper_h100 has 2 at this "
                    "gpus_per_node\n");
}

TEST_CASE("instances of a divided GPU do not talk to each other") {
  CHECK_THROWS_WITH(
      load("collective", {{"machine.gpu.mig", "7"}, {"ranks", "2"}}),
      "--set ranks=2: ranks: the GPUs of machine hopper_h100 are divided into 7 MIG instances, which have "
      "neither scale-up links nor peer access, so 2 ranks cannot reach each other; only 1 is possible\n");
  CHECK(load("ddp", {{"machine.gpu.mig", "7"}, {"ranks", "1"}, {"ddp.model", "resnet-50"}}).ranks == 1);
  CHECK_THROWS_WITH(load("collective", {{"machine.gpu.mig", "8"}}),
                    Catch::Contains("8 was given; at most 7 is possible"));
}

TEST_CASE("the last machine given wins, by name or by path") {
  const std::string imaginary = std::string(SEALRING_TEST_DATA) + "/imaginary_gpu/machine.yaml";
  CHECK(load("collective", {{"machine", "hgx_b200"}}).machine.name == "hgx_b200");
  CHECK(load("collective", {{"machine", "hgx_b200"}, {"machine", imaginary}}).machine.name == "imaginary_gpu");
  CHECK(load("collective", {{"machine", imaginary}, {"machine", "hgx_b200"}}).machine.name == "hgx_b200");
}

TEST_CASE("a setting inside the machine applies to the machine that is chosen") {
  const Scenario scenario = load("collective", {{"machine.gpu.sms", "99"}, {"machine", "hgx_b200"}});
  CHECK(scenario.machine.name == "hgx_b200");
  CHECK(scenario.machine.gpu.sms == 99);
}

TEST_CASE("warm-up iterations come before the measured one") {
  CHECK(load("collective", {{"warm_up", "4"}}).setting().iterations == 5);
}

TEST_CASE("lanes and pieces are counts, or left to the communication library") {
  for (const std::string key : {"lanes", "pieces"}) {
    CHECK_NOTHROW(load("collective", {{key, "0"}}));
    CHECK_THROWS_WITH(load("collective", {{key, "-1"}}),
                      Catch::EndsWith(key + ": '-1' is negative; a number of at least 0 is expected\n"));
  }
}

TEST_CASE("lanes, pieces and warm-up iterations have an end") {
  const std::pair<const char*, int> limits[] = {{"lanes", 1024}, {"pieces", 4096}, {"warm_up", 1000}};
  for (const auto& [key, most] : limits) {
    CHECK_NOTHROW(load("collective", {{key, std::to_string(most)}}));
    CHECK_THROWS_WITH(load("collective", {{key, std::to_string(most + 1)}}),
                      Catch::EndsWith(std::string(": ") + key + ": " + std::to_string(most + 1) +
                                      " was given; at most " + std::to_string(most) + " is possible\n"));
  }
}

TEST_CASE("an algorithm that cannot carry out the collective on this machine is refused with the reason") {
  using Given = std::vector<config::Override>;
  const std::pair<Given, const char*> refused[] = {
      {{{"collective.op", "all_gather"}, {"collective.algorithm", "tree"}}, "tree: does not carry out all_gather\n"},
      {{{"profile", "hopper_ppcie"}, {"collective.algorithm", "nvls"}},
       "nvls: profile hopper_ppcie leaves the scale-up switches without multicast\n"},
      {{{"machine", "dgx_a100"}, {"collective.algorithm", "nvls"}},
       "nvls: the scale-up switches of machine dgx_a100 neither reduce nor multicast\n"},
      {{{"collective.algorithm", "nvls_tree"}}, "nvls_tree: needs several scale-up domains, not 1\n"},
      {{{"machine.nodes", "2"}, {"collective.algorithm", "nvls"}},
       "nvls: needs all 16 ranks in one scale-up domain, not in 2\n"},
  };
  for (const auto& [given, reason] : refused) {
    const config::Override& last = given.back();
    CHECK_THROWS_WITH(load("collective", given),
                      "--set " + last.path + "=" + last.value + ": collective.algorithm: " + reason);
  }
}

TEST_CASE("a protocol that does not go with the algorithm is refused") {
  CHECK_THROWS_WITH(load("collective", {{"collective.algorithm", "nvls"}, {"collective.protocol", "ll"}}),
                    "--set collective.protocol=ll: collective.protocol: ll: nvls has protocol simple only\n");
}

TEST_CASE("the algorithm of a training step is that of its all-reduces, not of its broadcasts") {
  CHECK_NOTHROW(load("ddp", {{"ddp.model", "resnet-50"}, {"ddp.algorithm", "tree"}}));
  CHECK_THROWS_WITH(load("ddp", {{"ddp.algorithm", "nvls_tree"}}),
                    "--set ddp.algorithm=nvls_tree: ddp.algorithm: nvls_tree: needs several scale-up domains, not 1\n");
}

TEST_CASE("a trace with a collective that its ranks cannot carry out is refused at its file") {
  host::Op broadcast;
  broadcast.kind = host::OpKind::kCollective;
  broadcast.collective = 0;
  host::Op mark;
  mark.kind = host::OpKind::kMark;
  host::Program program;
  program.collectives = {{host::CollectiveKind::kBroadcast, Bytes(8), "tree"}};
  program.ranks.assign(2, {broadcast, mark});
  CHECK_THROWS_WITH(load("trace", {{"trace.file", written("tree_broadcast.jsonl", traces::text(program))}}),
                    Catch::EndsWith("trace.file: tree: does not carry out broadcast\n"));
}

TEST_CASE("a buffer fits into the memory of a GPU") {
  CHECK_NOTHROW(load("collective", {{"collective.bytes", "80 GiB"}}));
  CHECK_THROWS_WITH(load("collective", {{"collective.bytes", "81 GiB"}}),
                    "--set collective.bytes=81 GiB: collective.bytes: a buffer of 81 GiB does not fit into the 80 GiB "
                    "of a GPU\n");
}

// Where kernels seal, a message is a whole sub-step of one ring. 8 ranks x 14 sub-steps x 3 iterations = 336 messages,
// of 256 MiB / 8 = 32 MiB: 335,544.32 slices of 100 B each, rounded up.
TEST_CASE("the size of a run counts messages and slices of every iteration") {
  const RunSize size = run_size(load("collective", {{"profile", kSealed}, {"slice", "100 B"}}));
  CHECK(size.messages == 336);
  CHECK(size.slices == 336.0 * 335'545);
}

TEST_CASE("lanes and pieces make more messages of the same bytes") {
  const RunSize size =
      run_size(load("collective", {{"profile", kSealed}, {"lanes", "2"}, {"pieces", "4"}, {"slice", "1 MiB"}}));
  CHECK(size.messages == 336 * 8);
  CHECK(size.slices == 336 * 32);
}

// A chain of 7 hops, each of all the bytes; the closed form knows no slices.
TEST_CASE("a broadcast is one chain and the closed form has one slice per message") {
  CHECK(run_size(load("collective", {{"profile", kSealed}, {"collective.op", "broadcast"}})).slices == 3 * 7 * 256);
  CHECK(run_size(load("collective", {{"profile", kSealed}, {"fidelity", "analytic"}})).slices == 336);
}

TEST_CASE("a run of too many slices is refused with the numbers") {
  CHECK_THROWS_WITH(load("collective", {{"profile", kSealed}, {"slice", "1 B"}}),
                    "--set slice=1 B: slice: the run would move 336 messages in 1.13e+10 slices of 1 B; at most 5e+09 "
                    "slices are possible\n");
}

TEST_CASE("only the section of the kind is known") {
  const std::string text =
      "schema: 1\nkind: ddp\nmachine: hopper_h100\nddp: {model: resnet-50}\ncollective: {op: broadcast}\n";
  CHECK_THROWS_WITH(load(written("two_sections.yaml", text), {}), Catch::Contains(":5:1: collective: unknown key"));
}

TEST_CASE("a duplicate key hides no other problem of a scenario") {
  const std::string text =
      "schema: 1\nkind: ddp\nkind: trace\nmachine: hopper_h100\nrank: 4\nddp: {model: resnet-50}\n";
  CHECK_THROWS_WITH(load(written("twice.yaml", text), {}),
                    Catch::Contains(":3:1: kind: duplicate key; it was given before on line 2\n") &&
                        Catch::Contains(":5:1: rank: unknown key; did you mean 'ranks'?\n"));
}

TEST_CASE("a training job that the machine cannot do is refused at its setting") {
  CHECK_THROWS_WITH(load("ddp", {{"ddp.batch", "64"}}),
                    Catch::StartsWith("--set ddp.batch=64: ddp.batch: model 'gpt2-xl' with batch 64 needs "));
  CHECK_THROWS_WITH(load("ddp", {{"ddp.model", "llama3-8b"}}),
                    Catch::StartsWith("--set ddp.model=llama3-8b: ddp.model: model 'llama3-8b' with batch 1 needs "));
  CHECK_THROWS_WITH(load("ddp", {{"ddp.sequence", "1025"}}),
                    "--set ddp.sequence=1025: ddp.sequence: sequence 1025 is longer than the 1024 tokens that model "
                    "'gpt2-xl' allows\n");
  CHECK_THROWS_WITH(load("ddp", {{"ddp.precision", "fp4"}, {"ddp.parameter_bytes", "4"}}),
                    Catch::StartsWith("--set ddp.precision=fp4: ddp.precision: a 'H100 SXM5 80 GB' has no rate"));
  CHECK_THROWS_WITH(
      load("ddp", {{"ddp.algorithm", "rings"}}),
      "--set ddp.algorithm=rings: ddp.algorithm: 'rings' is not one of: auto, ring, tree, nvls, nvls_tree, direct, "
      "send_recv, hierarchical; did you mean 'ring'?\n");
}

TEST_CASE("a size without unit is one problem") {
  CHECK_THROWS_WITH(
      load("ddp", {{"ddp.bucket_cap", "25"}}),
      "--set ddp.bucket_cap=25: ddp.bucket_cap: '25' has no unit; a size needs one of: B, kB, MB, GB, TB, "
      "KiB, MiB, GiB, TiB\n");
}

namespace {

// What no machine can be without, and times that would leave the clock.
const std::vector<config::Override> kImpossible = {
    {"machine.gpu.sms", "0"},
    {"machine.gpu.sub_partitions_per_sm", "0"},
    {"machine.gpu.clock", "0 GHz"},
    {"machine.gpu.memory", "0 B"},
    {"machine.gpu.memory_rate", "0 GB/s"},
    {"machine.gpu.memory_efficiency", "0"},
    {"machine.gpu.copy_engines", "0"},
    {"machine.gpu.scale_up_links", "0"},
    {"machine.gpu.peak.fp32", "0 TFLOP/s"},
    {"machine.gpu.efficiency.matmul", "0"},
    {"machine.host.cpu.cores", "0"},
    {"machine.host.cpu.sockets", "0"},
    {"machine.host.cpu.memory_rate", "0 GB/s"},
    {"machine.host.driver.launch_queue", "0"},
    {"machine.host.driver.launch_api", "9000 s"},
    {"machine.host.pcie.lane_rate", "0 GB/s"},
    {"machine.host.pcie.lanes", "0"},
    {"machine.host.pcie.max_payload", "0 B"},
    {"machine.host.pcie.link_layer_share", "0"},
    {"machine.host.pcie.latency", "0 ns"},
    {"machine.scale_up.link.rate_per_direction", "0 GB/s"},
    {"machine.scale_up.link.latency", "0 ns"},
    {"machine.scale_up.link.latency", "9000 s"},
    {"machine.scale_up.link.buffer", "0 B"},
    {"machine.scale_up.switch.ports", "0"},
    {"machine.scale_up.switch.buffer_per_port", "0 B"},
    {"machine.scale_out.nic.rate_per_direction", "0 GB/s"},
    {"machine.scale_out.nic.latency", "0 ns"},
    {"machine.scale_out.nic.mtu", "0 B"},
    {"machine.scale_out.nic.buffer", "0 B"},
    {"machine.communication.channels", "0"},
    {"machine.communication.reduce_sms", "0"},
    {"machine.communication.simple.channel_rate", "0 GB/s"},
    {"machine.communication.nvls.channels", "0"},
    {"machine.profiles.hopper_emulated.scale_up.software_aead.cipher_rate", "0 GB/s"},
    {"machine.profiles.hopper_emulated.scale_up.software_aead.mac_chain_rate", "0 GB/s"},
    {"machine.profiles.hopper_emulated.scale_up.software_aead.mac_lanes", "0"},
    {"machine.profiles.hopper_emulated.scale_up.software_aead.slice_channels", "0"},
    {"machine.profiles.hopper_emulated.staging_slots", "0"},
    {"machine.profiles.hopper_emulated.staging_slot", "0 B"},
    {"machine.profiles.hopper_cc.scale_up.copy_engine.rate", "0 GB/s"},
    {"ddp.host_time", "5000 s"},
};

}  // namespace

TEST_CASE("an impossible setting is refused where it was set") {
  for (const config::Override& given : kImpossible) {
    INFO(given.path << "=" << given.value);
    const std::string place = "--set " + given.path + "=" + given.value + ": " + given.path + ": ";
    CHECK_THROWS_WITH(load("ddp", {given}), Catch::StartsWith(place) && Catch::Contains(" was given; "));
  }
}

TEST_CASE("a schema of the future is refused") {
  CHECK_THROWS_WITH(load("collective", {{"schema", "2"}}), "--set schema=2: schema: this program reads schema 1\n");
}

TEST_CASE("a data folder that is nowhere is named with both places") {
  CHECK_THROWS_WITH(data_folder("nothing/here"),
                    Catch::Contains("share/sealring/nothing/here") && Catch::Contains("the folder 'nothing/here'"));
}
