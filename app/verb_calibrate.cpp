#include <fmt/core.h>

#include "app/verbs.hpp"
#include "sim/config/report.hpp"
#include "sim/stats/writers.hpp"
#include "studies/calibrate/copy_fit.hpp"
#include "studies/calibrate/nccl_fit.hpp"
#include "studies/calibrate/nccl_report.hpp"
#include "studies/calibrate/row_fit.hpp"
#include "studies/process/result_store.hpp"
#include "studies/scenario/data_folder.hpp"

namespace sealring::app {
namespace {

constexpr const char* kHostCopies = "host_copies";
constexpr const char* kNccl = "nccl";

int calibrate_nccl(const Options& options) {
  studies::NcclFitRequest request;
  request.check = options.check;
  request.robust = options.robust;
  const std::string file =
      options.constants.empty() ? studies::data_folder("validation/nccl") + "/parameters.yaml" : options.constants;
  const std::vector<studies::ConstantGroup> groups = studies::read_constant_groups(file);
  studies::PointRunner runner(study_options(options));
  const std::vector<studies::GroupFit> fits =
      studies::fit_groups(studies::chosen_groups(groups, options.group), request, runner);
  std::vector<studies::FitReport> reports;
  std::string lines;
  for (const studies::GroupFit& fit : fits) {
    reports.push_back(fit.report);
    lines += "\n# " + fit.group.name + "\n" + studies::lines_to_paste(fit);
  }
  if (!options.out.empty()) {
    process::write_atomically(options.out + "/fit.yaml", studies::to_yaml(reports));
    process::write_atomically(options.out + "/residuals.csv", stats::to_csv(studies::nccl_residuals(fits)));
  }
  fmt::print("{}", stats::to_table(studies::nccl_report(fits, studies::count_scopes(groups))));
  if (!options.check) {
    fmt::print("{}", lines);
  }
  return 0;
}

std::vector<studies::FitReport> fit(const Options& options) {
  if (options.file == kHostCopies) {
    const std::string file = studies::data_folder("validation/fit") + "/host_copies.csv";
    return studies::fit_host_copies(studies::read_copy_table(file), mebibytes(64));
  }
  for (const studies::ValidationRow& row : studies::read_validation_rows(studies::data_folder("validation"))) {
    if (row.fit && row.id == options.file) {
      studies::PointRunner runner(study_options(options));
      return {studies::fit_row(row, runner)};
    }
  }
  std::string known;
  for (const auto& [name, summary] : known_fits()) {
    known += (known.empty() ? "" : ", ") + name;
  }
  throw config::BadInput("unknown fit '" + options.file + "'; known: " + known);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> known_fits() {
  std::vector<std::pair<std::string, std::string>> fits{{kHostCopies, "tolls and rates of host copies"},
                                                        {kNccl, "constants of the collective model"}};
  for (const studies::ValidationRow& row : studies::read_validation_rows(studies::data_folder("validation"))) {
    if (row.fit) {
      fits.emplace_back(row.id, row.fit->path + " to: " + row.what);
    }
  }
  return fits;
}

int verb_calibrate(const Options& options) {
  if (options.file == kNccl) {
    return calibrate_nccl(options);
  }
  if (options.check || options.robust || !options.group.empty() || !options.constants.empty()) {
    throw UsageError("--group, --check, --robust and --constants belong to the fit nccl");
  }
  const std::string yaml = studies::to_yaml(fit(options));
  if (!options.out.empty()) {
    process::write_atomically(options.out + "/" + options.file + ".yaml", yaml);
  }
  fmt::print("{}", yaml);
  return 0;
}

}  // namespace sealring::app
