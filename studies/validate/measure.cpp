#include "studies/validate/measure.hpp"

#include <fmt/core.h>

#include "studies/points/pair.hpp"
#include "studies/validate/cap_curve.hpp"

namespace sealring::studies {
namespace {

Point read_point(config::Reader& section) {
  Point point;
  std::vector<std::string> settings;
  section.need("scenario", point.scenario)
      .get("machine", point.machine)
      .get("profile", point.profile)
      .get("set", settings);
  add_settings(point, settings, section, "set");
  return point;
}

Pair read_pair(config::Reader& section) {
  const Point sealed = read_point(section);
  std::string profile = "off";
  section.get("against", profile);
  return against(sealed, profile);
}

class Slowdown final : public Measure {
 public:
  explicit Slowdown(Pair pair) : pair_(std::move(pair)) {}
  [[nodiscard]] std::vector<Point> points() const override { return {pair_.sealed, pair_.baseline}; }
  [[nodiscard]] MeasureResult evaluate(PointRunner& runner, Detail) const override {
    const Pair pair = pair_.comparable(runner);
    return {
        pair.slowdown(runner),
        fmt::format(
            "{:.4g} s over {:.4g} s", runner(pair.sealed).iteration_seconds, runner(pair.baseline).iteration_seconds),
        true};
  }
  [[nodiscard]] std::unique_ptr<Measure> with(const std::string& path, const std::string& value) const override {
    return std::make_unique<Slowdown>(pair_.with(path, value));
  }

 private:
  Pair pair_;
};

/// What a profile adds to one iteration, in microseconds.
class AddedTime final : public Measure {
 public:
  explicit AddedTime(Pair pair) : pair_(std::move(pair)) {}
  [[nodiscard]] std::vector<Point> points() const override { return {pair_.sealed, pair_.baseline}; }
  [[nodiscard]] MeasureResult evaluate(PointRunner& runner, Detail) const override {
    const double off = runner(pair_.baseline).iteration_seconds;
    const double on = runner(pair_.sealed).iteration_seconds;
    return {1e6 * (on - off), fmt::format("{:.4g} us over {:.4g} us", 1e6 * on, 1e6 * off), true};
  }
  [[nodiscard]] std::unique_ptr<Measure> with(const std::string& path, const std::string& value) const override {
    return std::make_unique<AddedTime>(pair_.with(path, value));
  }

 private:
  Pair pair_;
};

/// Arithmetic mean of the slowdowns of several models.
class MeanSlowdown final : public Measure {
 public:
  explicit MeanSlowdown(std::vector<Pair> pairs) : pairs_(std::move(pairs)) {}
  [[nodiscard]] std::vector<Point> points() const override {
    std::vector<Point> all;
    for (const Pair& pair : pairs_) {
      all.push_back(pair.sealed);
      all.push_back(pair.baseline);
    }
    return all;
  }
  [[nodiscard]] MeasureResult evaluate(PointRunner& runner, Detail) const override {
    double sum = 0;
    std::string each;
    for (const Pair& pair : pairs_) {
      const double slowdown = pair.slowdown(runner);
      sum += slowdown;
      each += fmt::format("{}{:.3g}", each.empty() ? "" : " ", slowdown);
    }
    return {sum / static_cast<double>(pairs_.size()), each, true};
  }
  [[nodiscard]] std::unique_ptr<Measure> with(const std::string& path, const std::string& value) const override {
    std::vector<Pair> changed;
    for (const Pair& pair : pairs_) {
      changed.push_back(pair.with(path, value));
    }
    return std::make_unique<MeanSlowdown>(std::move(changed));
  }

 private:
  std::vector<Pair> pairs_;
};

class Number final : public Measure {
 public:
  Number(Point point, std::string path, double scale)
      : point_(std::move(point)), path_(std::move(path)), scale_(scale) {}
  [[nodiscard]] std::vector<Point> points() const override { return {point_}; }
  [[nodiscard]] MeasureResult evaluate(PointRunner& runner, Detail) const override {
    return {runner(point_).number(path_) * scale_, "", true};
  }
  [[nodiscard]] std::unique_ptr<Measure> with(const std::string& path, const std::string& value) const override {
    return std::make_unique<Number>(point_.with(path, value), path_, scale_);
  }

 private:
  Point point_;
  std::string path_;
  double scale_;
};

std::unique_ptr<Measure> read_slowdown(config::Reader section, double) {
  auto measure = std::make_unique<Slowdown>(read_pair(section));
  section.done();
  return measure;
}

std::unique_ptr<Measure> read_added_time(config::Reader section, double) {
  auto measure = std::make_unique<AddedTime>(read_pair(section));
  section.done();
  return measure;
}

std::unique_ptr<Measure> read_mean_slowdown(config::Reader section, double) {
  const Pair base = read_pair(section);
  std::vector<std::string> models;
  section.need("models", models);
  config::Reader changes = section.section("changes");
  std::vector<Pair> pairs;
  for (const std::string& model : models) {
    Pair pair{base.sealed.with("ddp.model", model), base.baseline.with("ddp.model", model)};
    std::vector<std::string> settings;
    changes.get(model, settings);
    add_settings(pair.sealed, settings, changes, model);
    add_settings(pair.baseline, settings, changes, model);
    pairs.push_back(pair);
  }
  changes.done();
  section.done();
  return std::make_unique<MeanSlowdown>(std::move(pairs));
}

std::unique_ptr<Measure> read_number(config::Reader section, double) {
  const Point point = read_point(section);
  std::string path;
  double scale = 1;
  section.need("path", path).get("scale", scale);
  section.done();
  return std::make_unique<Number>(point, path, scale);
}

std::unique_ptr<Measure> read_cap_crossing(config::Reader section, double published) {
  CapCrossing crossing;
  const Pair pair = read_pair(section);
  crossing.sealed = pair.sealed;
  crossing.baseline = pair.baseline;
  crossing.target = published;
  section.need("model", crossing.model).need("from", crossing.from).need("to", crossing.to);
  section.need("lanes", crossing.lanes).need("lanes_setting", crossing.lanes_setting);
  section.done();
  return make_cap_crossing(crossing);
}

}  // namespace

const std::vector<MeasureRow>& measures() {
  static const std::vector<MeasureRow> rows{
      {"slowdown", "iteration time under a profile over the same under another", read_slowdown},
      {"mean_slowdown", "arithmetic mean of the slowdowns of several models", read_mean_slowdown},
      {"added_time", "microseconds that a profile adds to an iteration", read_added_time},
      {"cap_crossing", "slowdown at the smallest bucket cap that brings it down to a target", read_cap_crossing},
      {"number", "one number of a run's result", read_number},
  };
  return rows;
}

}  // namespace sealring::studies
