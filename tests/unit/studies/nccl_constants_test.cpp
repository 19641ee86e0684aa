#include "studies/calibrate/nccl_constants.hpp"

#include <filesystem>
#include <set>

#include <catch2/catch.hpp>

#include "studies/calibrate/nccl_fit.hpp"
#include "studies/calibrate/nccl_report.hpp"

using namespace sealring;
using namespace sealring::studies;

namespace {

std::vector<ConstantGroup> shipped() {
  return read_constant_groups(std::string(SEALRING_NCCL_DATA) + "/parameters.yaml");
}

FreeConstant constant(const std::string& path, Scope scope) {
  FreeConstant c;
  c.path = path;
  c.unit = "us";
  c.scope = scope;
  return c;
}

ConstantGroup group(const std::string& name, const std::string& generation, std::vector<FreeConstant> constants) {
  ConstantGroup g;
  g.name = name;
  g.generation = generation;
  g.constants = std::move(constants);
  return g;
}

std::shared_ptr<const Sweep> sweep(const std::string& name, std::optional<double> floor_us) {
  auto s = std::make_shared<Sweep>();
  s->name = name;
  s->measured.floor_us = floor_us;
  return s;
}

}  // namespace

TEST_CASE("every auxiliary sweep belongs to a shipped group") {
  std::set<std::string> used;
  for (const ConstantGroup& g : shipped()) {
    for (const auto& s : g.sweeps) {
      used.insert(s->name);
    }
  }
  for (const auto& entry : std::filesystem::directory_iterator(std::string(SEALRING_NCCL_DATA) + "/auxiliary")) {
    INFO(entry.path());
    CHECK(used.count(entry.path().stem().string()) == 1);
  }
}

TEST_CASE("the shipped groups leave no sweep to be fitted out and take no prediction in") {
  std::set<std::string> used;
  for (const ConstantGroup& g : shipped()) {
    for (const auto& s : g.sweeps) {
      CHECK(s->kind == RowKind::kFitted);
      used.insert(s->name);
    }
  }
  for (const auto& entry : std::filesystem::directory_iterator(std::string(SEALRING_NCCL_DATA) + "/fit")) {
    INFO(entry.path());
    CHECK(used.count(entry.path().stem().string()) == 1);
  }
}

TEST_CASE("sizes above that of the group are not run, and the floor stays that of the whole file") {
  for (const ConstantGroup& g : shipped()) {
    for (const auto& s : g.sweeps) {
      if (g.name == "hopper_node" && s->name == "h100_dgx_1n8g_allreduce_dgxc") {
        CHECK(s->measured.sizes.size() == 28);  // 8 B to 1 GiB, each twice the one before
        CHECK(s->measured.sizes.back().size == gibibytes(1));
        CHECK(s->measured.floor_us == 13.67);
      }
    }
  }
}

TEST_CASE("a constant that groups share counts once, one of a site once per group") {
  ConstantGroup one = group("a", "g", {constant("x", Scope::kGlobal), constant("y", Scope::kGeneration)});
  ConstantGroup two = group("b", "g", {constant("x", Scope::kGlobal), constant("y", Scope::kGeneration)});
  ConstantGroup three = group("c", "h", {constant("y", Scope::kGeneration), constant("z", Scope::kSite)});
  one.sweeps = {sweep("s", 10.0), sweep("t", {})};
  two.sweeps = {sweep("s", 10.0)};

  const ScopeCount count = count_scopes({one, two, three});

  CHECK(count.of_scope[0] == 1);  // x
  CHECK(count.of_scope[1] == 2);  // y of g and of h
  CHECK(count.of_scope[2] == 2);  // z and the floor of s
  CHECK(count.launch_floors == 1);
}

TEST_CASE("the lines to paste nest as the settings do, without those of a site") {
  GroupFit fit;
  fit.group = group("a",
                    "g",
                    {constant("machine.communication.start", Scope::kSite),
                     constant("machine.communication.ll.step", Scope::kGeneration),
                     constant("machine.communication.ll.hop", Scope::kGeneration),
                     constant("machine.communication.nvls.hop", Scope::kGeneration)});
  for (const double value : {66.0, 0.25, 1.0, 2.5}) {
    fit.report.fit.parameters.push_back({"", "us", value, 0, true});
  }

  CHECK(lines_to_paste(fit) ==
        "machine:\n  communication:\n    ll:\n      step: 0.25 us\n      hop: 1 us\n    nvls:\n      hop: 2.5 us\n");
}
