#include "studies/run/metrics.hpp"

#include <algorithm>

#include "models/security/setup_timing.hpp"
#include "studies/run/whole_machine.hpp"
#include "studies/run/wire_metrics.hpp"
#include "studies/scenario/tuning.hpp"
#include "workloads/collectives/catalog.hpp"

namespace sealring::studies {
namespace {

struct Window {
  Instant from;
  gpu::IterationEnd to;
  int iterations = 1;
  [[nodiscard]] Duration length() const { return to.at - from; }
  [[nodiscard]] Duration mean() const { return length() / iterations; }
};

/// The last iterations; those before them only bring the host's lead over the GPU to its steady state. A trace may hold
/// fewer than are asked for.
Window measured_window(const Scenario& scenario, const gpu::Execution& execution) {
  const int measured = std::min(scenario.iterations, execution.iterations());
  const int first = execution.iterations() - measured;
  return {first == 0 ? Instant() : execution.iteration_end(first - 1).at,
          execution.iteration_end(execution.iterations() - 1),
          measured};
}

double share(Duration part, Duration whole) {
  return whole == Duration() ? 0.0 : 100.0 * static_cast<double>(part.count()) / static_cast<double>(whole.count());
}

stats::Table breakdown(const Window& window, const stats::ActivityLog& log) {
  stats::Table table({{"part", ""}, {"time", "fs"}, {"share", "%"}, {"activities", ""}});
  for (const stats::Part& part : log.critical_path(window.to.last, window.from)) {
    table.add({std::string(name(static_cast<Label>(part.label))),
               part.time.count(),
               share(part.time, window.length()),
               part.activities});
  }
  return table;
}

stats::Result setup(const Plan& plan, int ranks) {
  security::SetupCounts counts;
  counts.gpus = ranks;
  counts.switches = plan.profile.trusted_switch ? static_cast<int>(plan.machine.scale_up.links_per_plane.size()) : 0;
  const security::SetupTiming timing(plan.profile.setup, counts);
  stats::Result result;
  for (const security::SetupPart& part : timing.parts()) {
    result.set(part.name, part.time);
  }
  result.set("total", timing.total());
  for (const auto& [length, seconds] : {std::pair{"1 h", 3600.0}, {"1 d", 86400.0}, {"30 d", 2592000.0}}) {
    result.set(std::string("share of a job of ") + length,
               100.0 * timing.total().count() / (timing.total().count() + seconds),
               "%");
  }
  return result;
}

stats::Result communication(const Window& window,
                            const Scenario& scenario,
                            const Plan& plan,
                            const Simulation& simulation) {
  const collectives::ExecutorCounts counts = WholeMachine(simulation).counts();
  stats::Result result;
  result.set("iterations", simulation.execution().iterations());  // the counts are of all of them
  result.set("collectives", counts.collectives);
  result.set("messages", counts.messages);
  result.set("staged_messages", counts.staged_messages);
  result.set("payload", counts.payload);
  result.set("sealed_payload", counts.sealed_payload);
  result.set("clear_payload", counts.payload - counts.sealed_payload);
  result.set("key_rotations", counts.key_rotations);
  if (scenario.kind == "collective") {
    const host::CollectiveSpec& spec = plan.program.collectives.front();
    const collectives::Schedule schedule = tuner_of(scenario, plan.profile).schedule(spec);
    result.set("algorithm", schedule.algorithm);
    result.set("protocol", schedule.protocol);
    result.set("channels", schedule.channels);
    const double algbw = static_cast<double>(spec.bytes.count()) / to_seconds(window.mean());
    result.set("algbw", Bandwidth(algbw));
    result.set("busbw",
               Bandwidth(algbw * collectives::busbw_factor(spec.kind, static_cast<int>(plan.program.ranks.size()))));
  }
  return result;
}

/// How many of the domains were simulated, and why not fewer.
stats::Result folded(const Folding& folding) {
  stats::Result result;
  result.set("domains", folding.fold.domains);
  result.set("simulated", folding.fold.kept);
  if (!folding.why_not.empty()) {
    result.set("why_all", folding.why_not);
  }
  return result;
}

}  // namespace

stats::Result metrics_of(const Scenario& scenario, const Plan& plan, const Simulation& simulation) {
  const Window window = measured_window(scenario, simulation.execution());
  stats::Result result;
  result.set("kind", scenario.kind);
  result.set("machine", scenario.machine.name);
  result.set("profile", scenario.profile);
  result.set("fidelity", scenario.fidelity);
  scenario.workload->describe(scenario.setting(), plan.program, result.group("workload"));
  if (scenario.fidelity == "analytic" && plan.folding.fold.domains > 1) {
    result.set("folded", folded(plan.folding));
  }
  result.set("iteration_time", window.mean());
  result.set("breakdown", breakdown(window, simulation.log()));
  result.set("setup", setup(plan, static_cast<int>(plan.program.ranks.size())));
  result.set("communication", communication(window, scenario, plan, simulation));
  result.set("trust", trust(simulation));
  result.set("wires", wires(simulation));
  result.set("links", links(simulation));
  return result;
}

stats::Result summary_of(const stats::Result& metrics) {
  stats::Result summary;
  for (const auto& [name, child] : metrics.children()) {
    if (name != "wires" && name != "links") {
      summary.set(name, child);
    }
  }
  return summary;
}

}  // namespace sealring::studies
