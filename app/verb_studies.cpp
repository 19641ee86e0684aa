// compare and validate.
#include "app/verbs.hpp"
#include "sim/config/report.hpp"
#include "sim/stats/writers.hpp"
#include "studies/compare/compare.hpp"
#include "studies/process/result_store.hpp"
#include "studies/scenario/data_folder.hpp"
#include "studies/validate/sweep.hpp"
#include "studies/validate/validate.hpp"

namespace sealring::app {
namespace {

constexpr int kOutOfBand = 5;

/// Every size of every published sweep among the rows, and a curve of each.
void write_sweeps(const Options& options,
                  const std::vector<studies::ValidationRow>& rows,
                  studies::PointRunner& runner) {
  const auto sweeps = studies::sweeps_of(rows);
  if (options.out.empty() || sweeps.empty()) {
    return;
  }
  const std::string folder = options.out + "/nccl/";
  process::write_atomically(folder + "sizes.csv", stats::to_csv(studies::sweep_sizes(sweeps, runner)));
  process::write_atomically(folder + "classes.csv", stats::to_csv(studies::sweep_classes(sweeps, runner)));
  for (const auto& sweep : sweeps) {
    process::write_atomically(folder + sweep->name + ".svg", studies::sweep_svg(*sweep, runner));
  }
}

}  // namespace

int verb_compare(const Options& options) {
  studies::CompareRequest request;
  request.scenario = options.file;
  request.machines = options.machines;
  request.profiles = options.profiles;
  request.overrides = options.overrides;
  if (!options.fidelity.empty()) {
    request.overrides.push_back({"fidelity", options.fidelity});
  }
  studies::PointRunner runner(study_options(options));
  const stats::Result result = studies::compare(request, runner);
  write_result(options, result);
  print(options, result);
  return 0;
}

int verb_validate(const Options& options) {
  std::vector<studies::ValidationRow> rows =
      studies::read_validation_rows(options.rows.empty() ? studies::data_folder("validation") : options.rows);
  if (!options.file.empty()) {
    std::vector<studies::ValidationRow> chosen;
    for (const studies::ValidationRow& row : rows) {
      if (row.id.find(options.file) != std::string::npos) {
        chosen.push_back(row);
      }
    }
    if (chosen.empty()) {
      throw config::BadInput("no row's id contains '" + options.file + "'");
    }
    rows = chosen;
  }
  studies::PointRunner runner(study_options(options));
  const studies::ValidationOutcome outcome = studies::validate(rows, runner);
  write_result(options, outcome.result);
  write_sweeps(options, rows, runner);
  print(options, options.json ? outcome.result : studies::validation_text(outcome.result));
  return outcome.all_in_band ? 0 : kOutOfBand;
}

}  // namespace sealring::app
