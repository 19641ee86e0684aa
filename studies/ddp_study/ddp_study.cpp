#include "studies/ddp_study/ddp_study.hpp"

#include "sim/units/text.hpp"
#include "studies/report/svg_chart.hpp"

namespace sealring::studies {
namespace {

Point baseline_of(Point point) {
  point.profile = "off";
  return point;
}

Point capped(const Point& point, Bytes cap) { return point.with("ddp.bucket_cap", exact_text(cap)); }

Point model_point(const DdpStudy& study, const std::string& model) { return study.base.with("ddp.model", model); }

std::vector<Point> counterpart_points(const DdpStudy& study) {
  std::vector<Point> points;
  for (const Counterpart& c : study.counterparts) {
    for (const int batch : c.batches) {
      Point point = model_point(study, c.model).with("ddp.batch", std::to_string(batch));
      point.machine = c.machine;
      point.profile = c.profile;
      points.push_back(point);
    }
  }
  return points;
}

std::vector<Point> sealed_points(const DdpStudy& study) {
  std::vector<Point> points;
  for (const std::string& model : study.models) {
    points.push_back(model_point(study, model));
  }
  for (const Bytes cap : study.caps) {
    points.push_back(capped(model_point(study, study.curve_model), cap));
  }
  const std::vector<Point> more = counterpart_points(study);
  points.insert(points.end(), more.begin(), more.end());
  return points;
}

double slowdown(const Point& point, PointRunner& runner) {
  return runner(point).iteration_seconds / runner(baseline_of(point)).iteration_seconds;
}

stats::Table suite_table(const DdpStudy& study, PointRunner& runner) {
  stats::Table table({{"model", ""}, {"batch", ""}, {"buckets", ""}, {"sub-steps", ""}, {"plain", "ms"}, {"sealed", "ms"}, {"slowdown", "x"}});
  double sum = 0;
  for (const std::string& model : study.models) {
    const Point point = model_point(study, model);
    const Measured& sealed = runner(point);
    sum += slowdown(point, runner);
    table.add({model, sealed.number("workload.batch"), sealed.number("workload.buckets"), sealed.number("workload.sub_steps"),
               runner(baseline_of(point)).iteration_seconds * 1e3, sealed.iteration_seconds * 1e3, slowdown(point, runner)});
  }
  const std::string none;
  table.add({std::string("mean"), none, none, none, none, none, sum / static_cast<double>(study.models.size())});
  return table;
}

stats::Table curve_table(const DdpStudy& study, PointRunner& runner) {
  stats::Table table({{"bucket cap", "MiB"}, {"buckets", ""}, {"plain", "ms"}, {"sealed", "ms"}, {"slowdown", "x"}, {"over default cap", "x"}});
  const Point base = model_point(study, study.curve_model);
  const double default_seconds = runner(baseline_of(base)).iteration_seconds;
  const auto add = [&](const std::string& cap, const Point& point) {
    const Measured& sealed = runner(point);
    table.add({cap, sealed.number("workload.buckets"), runner(baseline_of(point)).iteration_seconds * 1e3, sealed.iteration_seconds * 1e3,
               slowdown(point, runner), sealed.iteration_seconds / default_seconds});
  };
  add("default", base);
  for (const Bytes cap : study.caps) {
    add(std::to_string(cap.count() >> 20), capped(base, cap));
  }
  return table;
}

stats::Table counterpart_table(const DdpStudy& study, PointRunner& runner) {
  stats::Table table({{"machine", ""}, {"profile", ""}, {"model", ""}, {"batch", ""}, {"launches", ""}, {"plain", "ms"}, {"protected", "ms"}, {"overhead", "%"}});
  for (const Point& point : counterpart_points(study)) {
    const Measured& m = runner(point);
    table.add({point.machine, point.profile, m.text("workload.model"), m.number("workload.batch"), m.number("workload.kernel_launches"),
               runner(baseline_of(point)).iteration_seconds * 1e3, m.iteration_seconds * 1e3, 100 * (slowdown(point, runner) - 1)});
  }
  return table;
}

}  // namespace

DdpStudy read_ddp_study(const std::string& file) {
  config::Report report;
  config::Document document(file, {}, report);
  config::Reader root = document.root();
  DdpStudy study;
  root.need("scenario", study.base.scenario).need("machine", study.base.machine).need("profile", study.base.profile);
  root.need("models", study.models).need("curve_model", study.curve_model).need("caps", study.caps);
  for (config::Reader& entry : root.list("counterparts")) {
    Counterpart c;
    entry.need("machine", c.machine).need("profile", c.profile).need("model", c.model).need("batches", c.batches);
    entry.done();
    study.counterparts.push_back(c);
  }
  root.done();
  report.stop_if_any();
  return study;
}

stats::Result ddp_study(const DdpStudy& study, PointRunner& runner) {
  std::vector<Point> points;
  for (const Point& point : sealed_points(study)) {
    points.push_back(point);
    points.push_back(baseline_of(point));
  }
  runner.run(points);
  const Point shown = model_point(study, study.curve_model);
  const stats::Result parts = compare({shown.scenario, {shown.machine}, {"off", shown.profile}, shown.overrides}, runner);
  stats::Result result;
  result.set("suite", suite_table(study, runner));
  result.set("breakdown of " + study.curve_model, parts.find("breakdown")->table());
  result.set("ceilings of " + study.curve_model, parts.find("ceilings")->table());
  result.set("curve", curve_table(study, runner));
  result.set("counterpart", counterpart_table(study, runner));
  return result;
}

}  // namespace sealring::studies
