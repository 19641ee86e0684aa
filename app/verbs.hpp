// One function per verb: call a study, print its result. Results go to stdout, everything else to stderr.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "app/options.hpp"
#include "sim/stats/result.hpp"
#include "studies/points/points.hpp"

namespace sealring::app {

/// The command line asks for what a verb does not do (exit 1).
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Returns the exit code; throws what main turns into one.
int run_verb(const Options& options);

int verb_run(const Options& options);
int verb_compare(const Options& options);
int verb_demo(const Options& options);
int verb_validate(const Options& options);
int verb_calibrate(const Options& options);
int verb_describe(const Options& options);
int verb_list(const Options& options);
int verb_nccl_tests(const Options& options);
int verb_compare_nccl(const Options& options);

/// What calibrate can fit: name and summary.
std::vector<std::pair<std::string, std::string>> known_fits();

/// The result as JSON or as text, as the options say.
void print(const Options& options, const stats::Result& result);
/// metrics.json and metrics.csv in the folder of --out, when there is one.
void write_result(const Options& options, const stats::Result& result);
studies::StudyOptions study_options(const Options& options);
/// --set, --machine (when single), --profile (when single) and --fidelity as overrides of a scenario.
std::vector<config::Override> scenario_overrides(const Options& options);

}  // namespace sealring::app
