#include "app/verbs.hpp"

#include <map>

#include <fmt/core.h>

#include "sim/config/report.hpp"
#include "sim/stats/writers.hpp"
#include "studies/process/result_store.hpp"

namespace sealring::app {

int run_verb(const Options& options) {
  static const std::map<std::string, int (*)(const Options&)> verbs{{"run", verb_run},
                                                                    {"compare", verb_compare},
                                                                    {"demo", verb_demo},
                                                                    {"validate", verb_validate},
                                                                    {"calibrate", verb_calibrate},
                                                                    {"describe", verb_describe},
                                                                    {"list", verb_list},
                                                                    {"nccl-tests", verb_nccl_tests},
                                                                    {"compare-nccl", verb_compare_nccl}};
  return verbs.at(options.verb)(options);
}

void print(const Options& options, const stats::Result& result) {
  fmt::print("{}", options.json ? stats::to_json(result) : stats::to_table(result));
}

void write_result(const Options& options, const stats::Result& result) {
  if (!options.out.empty()) {
    process::write_atomically(options.out + "/metrics.csv", stats::to_csv(result));
    process::write_atomically(options.out + "/metrics.json", stats::to_json(result));
  }
}

studies::StudyOptions study_options(const Options& options) {
  studies::StudyOptions study;
  study.workers = options.jobs;
  study.quiet = options.quiet;
  study.out = options.out;
  return study;
}

std::vector<config::Override> scenario_overrides(const Options& options) {
  std::vector<config::Override> overrides = options.overrides;
  if (options.machines.size() == 1) {
    overrides.push_back({"machine", options.machines.front()});
  }
  if (options.profiles.size() == 1) {
    overrides.push_back({"profile", options.profiles.front()});
  }
  if (!options.fidelity.empty()) {
    overrides.push_back({"fidelity", options.fidelity});
  }
  return overrides;
}

}  // namespace sealring::app
