#include "studies/points/pair.hpp"

#include <algorithm>

namespace sealring::studies {
namespace {

constexpr const char* kBatchResult = "workload.batch";
constexpr const char* kBatchSetting = "ddp.batch";

}  // namespace

std::vector<Point> with_equal_batches(const std::vector<Point>& points, PointRunner& runner) {
  runner.run(points);
  std::vector<double> batches;
  for (const Point& point : points) {
    const auto& numbers = runner(point).numbers;
    const auto batch = numbers.find(kBatchResult);
    if (batch != numbers.end()) {
      batches.push_back(batch->second);
    }
  }
  if (batches.size() != points.size() ||
      std::adjacent_find(batches.begin(), batches.end(), std::not_equal_to<>()) == batches.end()) {
    return points;
  }
  const auto smallest = static_cast<long long>(*std::min_element(batches.begin(), batches.end()));
  std::vector<Point> equal;
  for (const Point& point : points) {
    equal.push_back(point.with(kBatchSetting, std::to_string(smallest)));
  }
  runner.run(equal);
  return equal;
}

Pair Pair::comparable(PointRunner& runner) const {
  const std::vector<Point> equal = with_equal_batches({sealed, baseline}, runner);
  return {equal[0], equal[1]};
}

double Pair::slowdown(PointRunner& runner) const {
  const Pair pair = comparable(runner);
  return runner(pair.sealed).iteration_seconds / runner(pair.baseline).iteration_seconds;
}

Pair against(const Point& point, const std::string& profile) {
  Pair pair{point, point};
  pair.baseline.profile = profile;
  const std::string own = "machine.profiles." + point.profile + ".";
  auto& overrides = pair.baseline.overrides;
  overrides.erase(
      std::remove_if(
          overrides.begin(), overrides.end(), [&](const config::Override& o) { return o.path.rfind(own, 0) == 0; }),
      overrides.end());
  return pair;
}

}  // namespace sealring::studies
