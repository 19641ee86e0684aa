#include <fmt/core.h>

#include "app/verbs.hpp"
#include "sim/stats/writers.hpp"
#include "studies/process/result_store.hpp"
#include "studies/run/run.hpp"
#include "studies/scenario/data_folder.hpp"

namespace sealring::app {
namespace {

void write_files(const Options& options, const studies::RunOutcome& outcome, const studies::Scenario& scenario) {
  const std::string folder = options.out + "/";
  process::write_atomically(folder + "resolved.yaml", scenario.resolved);
  process::write_atomically(folder + "run.json", stats::to_json(outcome.about));
  process::write_atomically(folder + "metrics.csv", stats::to_csv(outcome.metrics));
  if (options.trace) {
    process::write_atomically(folder + "timeline.json", outcome.timeline);
  }
  process::write_atomically(folder + "metrics.json", stats::to_json(outcome.metrics));  // last: its presence means done
}

}  // namespace

int verb_run(const Options& options) {
  if (options.machines.size() > 1 || options.profiles.size() > 1) {
    throw UsageError("run takes one machine and one profile; compare takes several");
  }
  if (options.trace && options.out.empty()) {
    throw UsageError("--trace writes timeline.json into the folder of --out; give --out DIR");
  }
  const studies::Scenario scenario =
      studies::load_scenario(studies::scenario_source(options.file, scenario_overrides(options)));
  studies::RunRequest request;
  request.timeline = options.trace;
  request.record_file = options.record;
  const studies::RunOutcome outcome = studies::run(scenario, request);
  if (!options.out.empty()) {
    write_files(options, outcome, scenario);
  }
  print(options, options.json ? outcome.metrics : outcome.summary);
  return 0;
}

}  // namespace sealring::app
