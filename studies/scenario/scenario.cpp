#include "studies/scenario/scenario.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "models/machine/find_machine.hpp"
#include "models/machine/partial.hpp"
#include "models/machine/read_machine.hpp"
#include "studies/scenario/run_size.hpp"
#include "studies/scenario/tuning.hpp"
#include "workloads/traces/trace_workload.hpp"

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

/// A machine may be named; the document then needs the path of its file. An unknown name is left as it is: `problem`
/// says what is wrong with it, to be told with everything else.
std::vector<config::Override> with_machine_path(const ScenarioSource& source, std::string& problem) {
  std::vector<config::Override> overrides = source.overrides;
  const auto given =
      std::find_if(overrides.rbegin(), overrides.rend(), [](const config::Override& o) { return o.path == "machine"; });
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
  if (name.empty() || is_path) {
    return overrides;
  }
  try {
    const std::string file = machine::find_machine(name, source.config_roots);
    overrides.erase(
        std::remove_if(
            overrides.begin(), overrides.end(), [](const config::Override& o) { return o.path == "machine"; }),
        overrides.end());
    overrides.insert(overrides.begin(), {"machine", file});
  } catch (const config::BadInput& unknown) {
    problem = unknown.what();
  }
  return overrides;
}

/// The resolved file lies elsewhere than the scenario, so a path relative to the scenario would lead nowhere from
/// there.
void make_trace_absolute(const std::string& scenario, std::vector<config::Override>& overrides) {
  Report unused;
  config::Document peek(scenario, overrides, unused);
  Reader root = peek.root();
  std::string kind;
  std::string file;
  root.get("kind", kind);
  if (kind == "trace") {
    root.section("trace").get("file", file);
  }
  std::error_code absent;
  const std::filesystem::path found = std::filesystem::absolute(traces::find_trace(scenario, file), absent);
  if (!file.empty() && !absent && std::filesystem::exists(found, absent)) {
    overrides.push_back({"trace.file", found.lexically_normal().string()});
  }
}

void read_ideal(Reader section, Ideal& ideal) {
  section.get("crypto_free", ideal.crypto_free)
      .get("launches_free", ideal.launches_free)
      .get("perfect_overlap", ideal.perfect_overlap);
  section.done();
}

void read_fields(Reader& root, Scenario& scenario) {
  int schema = 1;
  root.get("schema", schema);
  if (schema != 1) {
    root.problem("schema", "this program reads schema 1");
  }
  const std::vector<std::string> known = kinds();
  int kind = -1;
  if (!root.has("kind")) {
    root.problem("kind", "missing key 'kind'; a scenario says what it is");
  } else {
    root.choose("kind", kind, known);
  }
  scenario.kind = kind < 0 ? "" : known[static_cast<std::size_t>(kind)];
  int fidelity = 0;
  const std::vector<std::string> fidelities{"slice", "packet", "analytic"};
  root.choose("fidelity", fidelity, fidelities);
  scenario.fidelity = fidelities[static_cast<std::size_t>(fidelity)];
  root.get("title", scenario.title)
      .get("profile", scenario.profile)
      .get("ranks", scenario.ranks)
      .get("gpus_per_node", scenario.gpus_per_node)
      .get("warm_up", scenario.warm_up)
      .get("iterations", scenario.iterations);
  root.get("every_step", scenario.every_step)
      .get("fold", scenario.fold)
      .get("seed", scenario.seed)
      .get("latency_jitter", scenario.latency_jitter)
      .get("slice", scenario.slice);
  root.get("lanes", scenario.lanes).get("pieces", scenario.pieces);
  read_ideal(root.section("ideal"), scenario.ideal);
}

constexpr int kMostLanes = 1024;
constexpr int kMostPieces = 4096;  // far beyond any real ring; each part costs events of its own
constexpr int kMostWarmUp = 1000;

void check_root(Reader section, int ranks) {
  int root = 0;
  section.get("root", root);
  if (root >= ranks) {
    section.problem("root", "there are " + std::to_string(ranks) + " ranks, counted from 0");
  }
}

/// From here on the machine has only the GPUs that may take part.
void leave_gpus_idle(Reader& root, Scenario& scenario) {
  if (scenario.gpus_per_node > 0) {
    const std::string refusal = machine::use_gpus_per_domain(scenario.machine, scenario.gpus_per_node);
    if (!refusal.empty()) {
      root.problem("gpus_per_node", refusal);
    }
  }
}

void check_ranks(Reader& root, const Scenario& scenario) {
  const machine::MachineSpec& machine = scenario.machine;
  if (machine.gpu.mig > 0 && scenario.ranks > 1) {
    root.problem(
        "ranks",
        fmt::format("the GPUs of machine {} are divided into {} MIG instances, which have neither scale-up links "
                    "nor peer access, so {} ranks cannot reach each other; only 1 is possible",
                    machine.name,
                    machine.gpu.mig,
                    scenario.ranks));
    return;
  }
  if (scenario.ranks > machine.gpus()) {
    root.problem("ranks",
                 fmt::format("{} ranks need as many GPUs; machine {} has {}{}",
                             scenario.ranks,
                             machine.name,
                             machine.gpus(),
                             scenario.gpus_per_node > 0 ? " at this gpus_per_node" : ""));
  } else if (scenario.ranks > machine.gpus_per_domain && scenario.ranks % machine.gpus_per_domain != 0) {
    root.problem("ranks",
                 fmt::format("{} ranks would fill the last of the {} in part, {} GPUs each; take a multiple, or set "
                             "gpus_per_node",
                             scenario.ranks,
                             machine.domains_word(),
                             machine.gpus_per_domain));
  }
}

void check(Reader& root, Scenario& scenario) {
  leave_gpus_idle(root, scenario);
  if (scenario.machine.profiles.count(scenario.profile) == 0) {
    std::string known;
    for (const auto& [name, profile] : scenario.machine.profiles) {
      known += (known.empty() ? "" : ", ") + name;
    }
    root.problem("profile",
                 "machine " + scenario.machine.name + " has no profile '" + scenario.profile + "'; it has: " + known);
  }
  if (scenario.ranks == 0) {
    const int own = scenario.workload ? scenario.workload->own_ranks() : 0;
    scenario.ranks = own > 0 ? own : scenario.machine.gpus();
  }
  check_ranks(root, scenario);
  if (scenario.kind == "collective") {
    check_root(root.section("collective"), scenario.ranks);
    if (scenario.ranks < 2) {
      root.problem("ranks", "a collective joins at least 2 ranks");
    }
  }
  root.at_most("warm_up", scenario.warm_up, kMostWarmUp);
  root.positive("iterations", scenario.iterations).at_most("iterations", scenario.iterations, kMostWarmUp);
  if (scenario.fold == 1) {
    root.problem("fold", "one domain has none to send to; give at least 2, or 0 for all");
  }
  root.at_most("lanes", scenario.lanes, kMostLanes).at_most("pieces", scenario.pieces, kMostPieces);
}

/// Asked of what is otherwise sound: the machine must be able to do the job, and the job must end.
void check_job(Reader& root, const Scenario& scenario) {
  Reader section = root.section(scenario.kind);
  if (const auto misfit = scenario.workload->misfit(scenario.setting())) {
    section.problem(misfit->key, misfit->what);
  } else if (const auto refused = refusals(scenario); !refused.empty()) {
    const bool recorded = scenario.workload->own_ranks() > 0;
    for (const collectives::Refusal& refusal : refused) {
      section.problem(recorded ? "file" : refusal.key, refusal.what);
    }
  } else if (const RunSize size = run_size(scenario); size.slices > kMostSlices) {
    root.problem(scenario.fidelity == "packet" ? "fidelity" : "slice", size.refusal());
  }
}

void read_workload(Reader& root, const workloads::ReadContext& context, Scenario& scenario) {
  for (const workloads::WorkloadRow& row : workloads::workload_catalog()) {
    if (row.name == scenario.kind) {
      scenario.workload = row.read(root.needed_section(row.name), context);
    } else if (scenario.kind.empty()) {
      (void)root.has(row.name);  // which section belongs here is not known
    }
  }
}

}  // namespace

workloads::Setting Scenario::setting() const { return {machine, security(), ranks, warm_up + iterations}; }

Scenario load_scenario(const ScenarioSource& source) {
  Report report;
  std::string machine_problem;
  std::vector<config::Override> overrides = with_machine_path(source, machine_problem);
  make_trace_absolute(source.file, overrides);
  config::Document document(source.file, overrides, report);
  Reader root = document.root();
  Scenario scenario;
  read_fields(root, scenario);
  if (machine_problem.empty()) {
    scenario.machine = machine::read_machine(root.needed_section("machine"));
  } else if (root.has("machine")) {
    root.problem("machine", machine_problem);
  }
  read_workload(root, {source.zoo, report}, scenario);
  if (scenario.machine.profiles.count("off") != 0) {
    check(root, scenario);  // else the machine itself could not be read
  }
  if (report.empty() && scenario.workload) {
    check_job(root, scenario);
  }
  root.done();
  if (machine_problem.empty() && !scenario.kind.empty()) {
    document.report_unused_overrides();  // else settings of what was not read would look unknown
  }
  report.stop_if_any();
  scenario.resolved = document.resolved();
  return scenario;
}

}  // namespace sealring::studies
