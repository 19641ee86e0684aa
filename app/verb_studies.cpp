// compare and validate.
#include "app/verbs.hpp"
#include "sim/config/report.hpp"
#include "studies/compare/compare.hpp"
#include "studies/scenario/data_folder.hpp"
#include "studies/validate/validate.hpp"

namespace sealring::app {
namespace {

constexpr int kOutOfBand = 5;

/// The rows as one table; sentences below it.
stats::Result for_people(const stats::Result& result) {
  stats::Table table({{"id", ""}, {"kind", ""}, {"published", ""}, {"simulated", ""}, {"unit", ""}, {"error", "%"}, {"band", "%"}, {"status", ""}});
  stats::Result notes;
  for (const auto& [index, row] : result.find("rows")->children()) {
    const auto value = [&r = row](const char* name) { return r.find(name)->value(); };
    table.add({value("id"), value("kind"), value("published"), value("simulated"), value("unit"), value("error_pct"), value("band_pct"), value("status")});
    const std::string detail = std::get<std::string>(value("detail"));
    const std::string chosen = std::get<std::string>(value("chosen"));
    notes.set(std::get<std::string>(value("id")) + ", " + std::get<std::string>(value("kind")), std::get<std::string>(value("what")) + (detail.empty() ? "" : ": " + detail) +
                                                      (chosen.empty() ? "" : " [chosen: " + chosen + "]"));
  }
  stats::Result text;
  text.set("published numbers", table);
  text.set("notes", notes);
  return text;
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
  std::vector<studies::ValidationRow> rows = studies::read_validation_rows(options.rows.empty() ? studies::data_folder("validation") : options.rows);
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
  print(options, options.json ? outcome.result : for_people(outcome.result));
  return outcome.all_in_band ? 0 : kOutOfBand;
}

}  // namespace sealring::app
