#include <fmt/core.h>

#include "app/verbs.hpp"
#include "sim/config/report.hpp"
#include "studies/calibrate/copy_fit.hpp"
#include "studies/calibrate/row_fit.hpp"
#include "studies/process/result_store.hpp"
#include "studies/scenario/data_folder.hpp"

namespace sealring::app {
namespace {

constexpr const char* kHostCopies = "host_copies";

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
  std::vector<std::pair<std::string, std::string>> fits{{kHostCopies, "tolls and rates of host copies"}};
  for (const studies::ValidationRow& row : studies::read_validation_rows(studies::data_folder("validation"))) {
    if (row.fit) {
      fits.emplace_back(row.id, row.fit->path + " to: " + row.what);
    }
  }
  return fits;
}

int verb_calibrate(const Options& options) {
  const std::string yaml = studies::to_yaml(fit(options));
  if (!options.out.empty()) {
    process::write_atomically(options.out + "/" + options.file + ".yaml", yaml);
  }
  fmt::print("{}", yaml);
  return 0;
}

}  // namespace sealring::app
