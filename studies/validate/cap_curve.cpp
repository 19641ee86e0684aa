#include "studies/validate/cap_curve.hpp"

#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "sim/units/text.hpp"
#include "studies/points/pair.hpp"
#include "studies/scenario/data_folder.hpp"
#include "workloads/training/bucket.hpp"
#include "workloads/training/catalog.hpp"

namespace sealring::studies {
namespace {

constexpr const char* kCapSetting = "ddp.bucket_cap";
constexpr int kGradientBytes = 4;

constexpr std::size_t kCapsAtOnce = 2;  // looked at side by side while climbing to the crossing

class Crossing final : public Measure {
 public:
  explicit Crossing(CapCrossing c) : c_(std::move(c)) {}

  /// Most caps lie behind the crossing and are never needed: evaluate() runs the others.
  [[nodiscard]] std::vector<Point> points() const override { return {c_.baseline}; }

  [[nodiscard]] MeasureResult evaluate(PointRunner& runner, Detail detail) const override {
    MeasureResult result;
    for (const int lanes : lane_counts(detail)) {
      const Bytes cap = first_cap(runner, lanes);
      const double slowdown = at_cap(runner, cap, lanes);
      const bool reached = slowdown <= c_.target;
      result.detail += fmt::format("{}{} lanes: {:.3f}x at {}{}",
                                   result.detail.empty() ? "" : "; ",
                                   lanes,
                                   slowdown,
                                   exact_text(cap),
                                   reached ? "" : ", not reached");
      if (lanes == c_.lanes) {
        result.value = slowdown;
        result.holds = reached && cap > c_.from && cap <= c_.to;
        const double over_default =
            runner(sealed(cap, lanes)).iteration_seconds / runner(c_.baseline).iteration_seconds;
        result.detail += fmt::format(" ({:.3f}x over the default-cap baseline)", over_default);
      }
    }
    return result;
  }

  [[nodiscard]] std::unique_ptr<Measure> with(const std::string& path, const std::string& value) const override {
    CapCrossing changed = c_;
    changed.sealed = c_.sealed.with(path, value);
    changed.baseline = c_.baseline.with(path, value);
    return make_cap_crossing(changed);
  }

 private:
  [[nodiscard]] std::vector<int> lane_counts(Detail detail) const {
    return detail == Detail::kBrief ? std::vector<int>{c_.lanes}
                                    : std::vector<int>{c_.lanes / 2, c_.lanes, c_.lanes * 2};
  }
  static Point at(const Point& point, Bytes cap) { return point.with(kCapSetting, exact_text(cap)); }
  [[nodiscard]] Point sealed(Bytes cap, int lanes) const {
    return at(c_.sealed, cap).with(c_.lanes_setting, std::to_string(lanes));
  }
  [[nodiscard]] double at_cap(PointRunner& runner, Bytes cap, int lanes) const {
    return Pair{sealed(cap, lanes), at(c_.baseline, cap)}.slowdown(runner);
  }

  [[nodiscard]] std::vector<Bytes> caps(int lanes) const {
    std::vector<config::Override> overrides = c_.sealed.overrides;
    overrides.push_back({"profile", c_.sealed.profile});
    if (!c_.sealed.machine.empty()) {
      overrides.push_back({"machine", c_.sealed.machine});
    }
    const Scenario scenario = load_scenario(scenario_source(c_.sealed.scenario, overrides));
    const Bytes chunk = scenario.security().scale_up.software_aead.mac_chunk;
    return distinct_caps(c_.model, c_.from, c_.to, {scenario.ranks, chunk * lanes});
  }

  /// The largest cap when the target is never reached.
  [[nodiscard]] Bytes first_cap(PointRunner& runner, int lanes) const {
    const std::vector<Bytes> candidates = caps(lanes);
    for (std::size_t first = 0; first < candidates.size(); first += kCapsAtOnce) {
      const std::size_t end = std::min(first + kCapsAtOnce, candidates.size());
      std::vector<Point> points;
      for (std::size_t i = first; i < end; ++i) {
        points.push_back(at(c_.baseline, candidates[i]));
        points.push_back(sealed(candidates[i], lanes));
      }
      runner.run(points);
      for (std::size_t i = first; i < end; ++i) {
        if (at_cap(runner, candidates[i], lanes) <= c_.target) {
          return candidates[i];
        }
      }
    }
    return candidates.back();
  }

  CapCrossing c_;
};

}  // namespace

std::vector<Bytes> distinct_caps(const std::string& model_name, Bytes from, Bytes to, const LayoutClass& kind) {
  config::Report report;
  const training::Shape shape = training::load_shape(data_folder("workloads/training/zoo"), model_name, report);
  report.stop_if_any();
  const training::Model model = training::build_model(shape, {});
  std::vector<Bytes> caps;
  std::pair<std::size_t, std::int64_t> last;
  for (Bytes cap = from; cap <= to; cap += mebibytes(1)) {
    std::pair<std::size_t, std::int64_t> now{0, 0};
    for (const training::Bucket& bucket : training::make_buckets(model.tensors, cap, kGradientBytes)) {
      const std::int64_t message = bucket.bytes.count() / kind.ranks;
      now.first += 1;
      now.second += 1 + (message - 1) / kind.round.count();
    }
    if (now != last) {
      caps.push_back(cap);
      last = now;
    }
  }
  return caps;
}

std::unique_ptr<Measure> make_cap_crossing(const CapCrossing& crossing) { return std::make_unique<Crossing>(crossing); }

}  // namespace sealring::studies
