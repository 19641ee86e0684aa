#include "studies/scenario/scenario.hpp"

#include <algorithm>

#include "models/machine/find_machine.hpp"
#include "models/machine/read_machine.hpp"

namespace sealring::studies {
namespace {

using config::Reader;
using config::Report;

std::vector<std::string> kinds() {
  std::vector<std::string> names;
  for (const workloads::WorkloadRow& row : workloads::workload_catalog()) {
    names.push_back(row.name);
  }
  return names;
}

/// A machine may be named; the document then needs the path of its file.
std::vector<config::Override> with_machine_path(const ScenarioSource& source) {
  std::vector<config::Override> overrides = source.overrides;
  const auto given = std::find_if(overrides.rbegin(), overrides.rend(), [](const config::Override& o) { return o.path == "machine"; });
  std::string name;
  if (given != overrides.rend()) {
    name = given->value;
  } else {
    Report unused;
    config::Document peek(source.file, {}, unused);
    Reader root = peek.root();
    if (!root.has("machine") || root.section("machine").exists()) {
      return overrides;  // inline, a path relative to the scenario, or missing: the reader says so
    }
    root.get("machine", name);
  }
  const bool is_path = name.size() > 5 && name.compare(name.size() - 5, 5, ".yaml") == 0;
  if (!name.empty() && !is_path) {
    overrides.insert(overrides.begin(), {"machine", machine::find_machine(name, source.config_roots)});
    overrides.erase(std::remove_if(overrides.begin() + 1, overrides.end(), [](const config::Override& o) { return o.path == "machine"; }),
                    overrides.end());
  }
  return overrides;
}

void read_ideal(Reader section, Ideal& ideal) {
  section.get("crypto_free", ideal.crypto_free).get("launches_free", ideal.launches_free).get("perfect_overlap", ideal.perfect_overlap);
  section.done();
}

void read_fields(Reader& root, Scenario& scenario) {
  int schema = 1;
  root.get("schema", schema);
  if (schema != 1) {
    root.problem("schema", "this program reads schema 1");
  }
  int kind = 0;
  if (!root.has("kind")) {
    root.problem("kind", "missing key 'kind'; a scenario says what it is");
  }
  root.choose("kind", kind, kinds());
  scenario.kind = kinds()[static_cast<std::size_t>(kind)];
  int fidelity = 0;
  const std::vector<std::string> fidelities{"slice", "packet", "analytic"};
  root.choose("fidelity", fidelity, fidelities);
  scenario.fidelity = fidelities[static_cast<std::size_t>(fidelity)];
  root.get("title", scenario.title).get("profile", scenario.profile).get("ranks", scenario.ranks).get("warm_up", scenario.warm_up);
  root.get("seed", scenario.seed).get("latency_jitter", scenario.latency_jitter).get("slice", scenario.slice);
  root.get("lanes", scenario.lanes).get("pieces", scenario.pieces);
  read_ideal(root.section("ideal"), scenario.ideal);
}

void check(Reader& root, Scenario& scenario) {
  if (scenario.machine.profiles.count(scenario.profile) == 0) {
    std::string known;
    for (const auto& [name, profile] : scenario.machine.profiles) {
      known += (known.empty() ? "" : ", ") + name;
    }
    root.problem("profile", "machine " + scenario.machine.name + " has no profile '" + scenario.profile + "'; it has: " + known);
  }
  if (scenario.ranks == 0) {
    scenario.ranks = scenario.machine.gpus();
  }
  if (scenario.ranks > scenario.machine.gpus()) {
    root.problem("ranks", std::to_string(scenario.ranks) + " ranks need as many GPUs; machine " + scenario.machine.name + " has " +
                              std::to_string(scenario.machine.gpus()));
  }
  if (scenario.slice < Bytes(1)) {
    root.problem("slice", "a slice holds at least one byte");
  }
  if (scenario.lanes < 1 || scenario.pieces < 1) {
    root.problem(scenario.lanes < 1 ? "lanes" : "pieces", "at least 1 is needed");
  }
}

}  // namespace

workloads::Setting Scenario::setting() const { return {machine, security(), ranks, warm_up + 1}; }

Scenario load_scenario(const ScenarioSource& source) {
  Report report;
  config::Document document(source.file, with_machine_path(source), report);
  report.stop_if_any();
  Reader root = document.root();
  Scenario scenario;
  read_fields(root, scenario);
  scenario.machine = machine::read_machine(root.needed_section("machine"));
  for (const workloads::WorkloadRow& row : workloads::workload_catalog()) {
    if (row.name == scenario.kind) {
      scenario.workload = row.read(root.needed_section(row.name), {source.zoo, report});
    }
  }
  check(root, scenario);
  root.done();
  document.report_unused_overrides();
  report.stop_if_any();
  scenario.resolved = document.resolved();
  return scenario;
}

}  // namespace sealring::studies
