// A run and the run it is held against.
#pragma once

#include <string>
#include <vector>

#include "studies/points/points.hpp"

namespace sealring::studies {

/// The same points, all with one batch: a profile that takes memory away may have a smaller natural batch than the
/// other, and different batches are not comparable. Where they differ, everyone gets the smallest. Points without a
/// batch stay as they are.
std::vector<Point> with_equal_batches(const std::vector<Point>& points, PointRunner& runner);

struct Pair {
  Point sealed;
  Point baseline;
  [[nodiscard]] Pair with(const std::string& path, const std::string& value) const {
    return {sealed.with(path, value), baseline.with(path, value)};
  }
  /// With one batch for both.
  [[nodiscard]] Pair comparable(PointRunner& runner) const;
  /// Iteration time of the sealed run over that of the baseline, at one batch.
  [[nodiscard]] double slowdown(PointRunner& runner) const;
};

/// The point against the same under `profile`. Settings inside the point's own profile mean nothing to the baseline and
/// are left out, so that points that differ in them alone share one baseline.
Pair against(const Point& point, const std::string& profile);

}  // namespace sealring::studies
