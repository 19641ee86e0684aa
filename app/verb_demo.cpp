#include <fmt/core.h>

#include "app/verbs.hpp"
#include "studies/ddp_study/ddp_study.hpp"
#include "studies/process/result_store.hpp"
#include "studies/scenario/data_folder.hpp"

namespace sealring::app {

int verb_demo(const Options& options) {
  const studies::DdpStudy study = studies::read_ddp_study(studies::data_folder("validation") + "/studies/ddp.yaml");
  studies::StudyOptions keep_none = study_options(options);
  keep_none.out.clear();
  studies::PointRunner runner(keep_none);
  const stats::Result result = studies::ddp_study(study, runner);
  print(options, result);
  write_result(options, result);
  if (!options.out.empty()) {
    process::write_atomically(options.out + "/bucket_curve.svg", studies::curve_svg(result));
    fmt::print(stderr, "report: {0}/metrics.csv, {0}/metrics.json, {0}/bucket_curve.svg\n", options.out);
  }
  return 0;
}

}  // namespace sealring::app
