#include <algorithm>

#include <spdlog/spdlog.h>

#include "app/verbs.hpp"
#include "sim/stats/writers.hpp"
#include "studies/ddp_study/ddp_study.hpp"
#include "studies/process/result_store.hpp"
#include "studies/scenario/data_folder.hpp"
#include "studies/validate/validate.hpp"

namespace sealring::app {
namespace {

/// The published numbers of the study itself.
studies::ValidationOutcome published(studies::PointRunner& runner) {
  std::vector<studies::ValidationRow> rows = studies::read_validation_rows(studies::data_folder("validation"));
  rows.erase(std::remove_if(rows.begin(), rows.end(), [](const auto& row) { return row.id.rfind("DDP-", 0) != 0; }),
             rows.end());
  return studies::validate(rows, runner, studies::Detail::kBrief);
}

std::string file_name(std::string title) {
  std::replace(title.begin(), title.end(), ' ', '_');
  return title + ".csv";
}

void write_report(const std::string& folder, const stats::Result& result) {
  for (const auto& [title, child] : result.children()) {
    if (child.kind() == stats::Result::Kind::kTable) {
      process::write_atomically(folder + "/" + file_name(title), stats::to_csv(child.table()));
    }
  }
  process::write_atomically(folder + "/bucket_curve.svg", studies::curve_svg(result));
  process::write_atomically(folder + "/metrics.json", stats::to_json(result));
  spdlog::info("report: {}", folder);
}

}  // namespace

int verb_demo(const Options& options) {
  const studies::DdpStudy study = studies::read_ddp_study(studies::data_folder("validation") + "/studies/ddp.yaml");
  studies::StudyOptions nothing_kept = study_options(options);
  nothing_kept.out.clear();  // --out takes the report, not the points
  studies::PointRunner runner(nothing_kept);
  stats::Result result = studies::ddp_study(study, runner);
  const stats::Result rows = published(runner).result;
  const stats::Result text = studies::validation_text(rows);
  for (const auto& [title, child] : text.children()) {
    result.set(title, child);
  }
  print(options, result);
  if (!options.out.empty()) {
    write_report(options.out, result);
  }
  return 0;
}

}  // namespace sealring::app
