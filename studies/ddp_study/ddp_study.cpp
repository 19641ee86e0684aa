#include "studies/ddp_study/ddp_study.hpp"

#include <algorithm>
#include <iterator>

#include "sim/units/text.hpp"
#include "studies/points/pair.hpp"
#include "studies/scenario/data_folder.hpp"

namespace sealring::studies {
namespace {

Point capped(const Point& point, Bytes cap) { return point.with("ddp.bucket_cap", exact_text(cap)); }

Point model_point(const DdpStudy& study, const std::string& model) { return study.base.with("ddp.model", model); }

/// Whether the machine can hold the job at all. Other mistakes show when the smallest batch of the same line runs.
bool fits(const Point& point) {
  std::vector<config::Override> overrides = point.overrides;
  overrides.push_back({"machine", point.machine});
  overrides.push_back({"profile", point.profile});
  try {
    const Scenario scenario = load_scenario(scenario_source(point.scenario, overrides));
    return !scenario.workload->program(scenario.setting()).ranks.empty();
  } catch (const config::BadInput&) {
    return false;
  }
}

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
  std::copy_if(more.begin(), more.end(), std::back_inserter(points), fits);
  return points;
}

/// Against the same training in the clear, at one batch.
Pair arms(const Point& point, PointRunner& runner) { return against(point, "off").comparable(runner); }

struct Times {
  double plain;
  double sealed;
  [[nodiscard]] double slowdown() const { return sealed / plain; }
};

Times times(const Pair& pair, PointRunner& runner) {
  return {runner(pair.baseline).iteration_seconds, runner(pair.sealed).iteration_seconds};
}

stats::Table suite_table(const DdpStudy& study, PointRunner& runner) {
  stats::Table table({{"model", ""},
                      {"batch", ""},
                      {"buckets", ""},
                      {"sub-steps", ""},
                      {"plain", "ms"},
                      {"sealed", "ms"},
                      {"slowdown", "x"}});
  double sum = 0;
  for (const std::string& model : study.models) {
    const Pair pair = arms(model_point(study, model), runner);
    const Measured& sealed = runner(pair.sealed);
    const Times t = times(pair, runner);
    sum += t.slowdown();
    table.add({model,
               sealed.integer("workload.batch"),
               sealed.integer("workload.buckets"),
               sealed.integer("workload.sub_steps"),
               t.plain * 1e3,
               t.sealed * 1e3,
               t.slowdown()});
  }
  const std::string none;
  table.add({std::string("mean"), none, none, none, none, none, sum / static_cast<double>(study.models.size())});
  return table;
}

stats::Table curve_table(const DdpStudy& study, PointRunner& runner) {
  stats::Table table({{"bucket cap", "MiB"},
                      {"buckets", ""},
                      {"plain", "ms"},
                      {"sealed", "ms"},
                      {"slowdown", "x"},
                      {"over default cap", "x"}});
  const Point base = model_point(study, study.curve_model);
  const double default_seconds = times(arms(base, runner), runner).plain;
  const auto add = [&](const std::string& cap, const Point& point) {
    const Pair pair = arms(point, runner);
    const Times t = times(pair, runner);
    table.add({cap,
               runner(pair.sealed).integer("workload.buckets"),
               t.plain * 1e3,
               t.sealed * 1e3,
               t.slowdown(),
               t.sealed / default_seconds});
  };
  add("default", base);
  for (const Bytes cap : study.caps) {
    add(std::to_string(cap.count() >> 20), capped(base, cap));
  }
  return table;
}

stats::Table counterpart_table(const DdpStudy& study, PointRunner& runner) {
  stats::Table table({{"machine", ""},
                      {"profile", ""},
                      {"model", ""},
                      {"batch", ""},
                      {"launches", ""},
                      {"overlap", ""},
                      {"plain", "ms"},
                      {"protected", "ms"},
                      {"overhead", "%"}});
  const std::string none;
  for (const Point& point : counterpart_points(study)) {
    if (!fits(point)) {
      const auto setting = [&](std::size_t back) { return point.overrides[point.overrides.size() - back].value; };
      table.add(
          {point.machine, point.profile, setting(2), setting(1), none, none, std::string("does not fit"), none, none});
      continue;
    }
    const Pair pair = arms(point, runner);
    const Measured& m = runner(pair.sealed);
    const Times t = times(pair, runner);
    table.add({point.machine,
               point.profile,
               m.text("workload.model"),
               m.integer("workload.batch"),
               m.integer("workload.kernel_launches"),
               m.text("workload.overlap"),
               t.plain * 1e3,
               t.sealed * 1e3,
               100 * (t.slowdown() - 1)});
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
  std::vector<std::string> settings;
  root.get("set", settings);
  add_settings(study.base, settings, root, "set");
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
    const Pair pair = against(point, "off");
    points.push_back(pair.sealed);
    points.push_back(pair.baseline);
  }
  runner.run(points);
  const Point shown = model_point(study, study.curve_model);
  const stats::Result parts =
      compare({shown.scenario, {shown.machine}, {"off", shown.profile}, shown.overrides}, runner);
  stats::Result result;
  result.set("suite", suite_table(study, runner));
  result.set("breakdown of " + study.curve_model, parts.find("breakdown")->table());
  result.set("ceilings of " + study.curve_model, parts.find("ceilings")->table());
  result.set("curve", curve_table(study, runner));
  result.set("counterpart", counterpart_table(study, runner));
  return result;
}

}  // namespace sealring::studies
