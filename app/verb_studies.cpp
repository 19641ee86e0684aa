// compare and validate.
#include "app/verbs.hpp"
#include "sim/config/report.hpp"
#include "studies/compare/compare.hpp"
#include "studies/scenario/data_folder.hpp"
#include "studies/validate/validate.hpp"

namespace sealring::app {
namespace {

constexpr int kOutOfBand = 5;

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
  print(options, options.json ? outcome.result : studies::validation_text(outcome.result));
  return outcome.all_in_band ? 0 : kOutOfBand;
}

}  // namespace sealring::app
