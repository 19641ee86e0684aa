// One axis of a chart: its range, its ticks, and where a value lies on it.
#pragma once

#include <string>
#include <vector>

namespace sealring::report {

/// kBytes: logarithmic, its ticks powers of two with their binary prefix.
enum class Scale { kLinear, kLog, kBytes };

struct Tick {
  double value = 0;
  std::string text;
};

class Axis {
 public:
  /// Covers the values that can be drawn (finite, and positive on a log scale) and ends on ticks: multiples of 1, 2 or
  /// 5 times a power of ten, or for bytes powers of two. Without any such value it covers 0 to 1, or 1 to 10.
  Axis(Scale scale, const std::vector<double>& values);
  [[nodiscard]] bool can_draw(double value) const;
  /// 0 at the low end, 1 at the high end.
  [[nodiscard]] double position(double value) const;
  [[nodiscard]] const std::vector<Tick>& ticks() const { return ticks_; }

 private:
  void cover_linear(double low, double high);
  void cover_log(double low, double high);
  void cover_bytes(double low, double high);

  Scale scale_;
  double low_ = 0;
  double high_ = 1;
  std::vector<Tick> ticks_;
};

}  // namespace sealring::report
