// A line chart as SVG: several series over one x, linear or logarithmic axes. Same chart, same bytes.
#pragma once

#include <string>
#include <vector>

#include "studies/report/axis.hpp"

namespace sealring::report {

struct Point {
  double x = 0;
  double y = 0;
};

/// Points are joined in the order given. A point that cannot be drawn (not finite, or not positive on a log axis)
/// leaves a gap.
struct Series {
  std::string name;
  std::vector<Point> points;
};

struct AxisLabel {
  std::string text;
  std::string unit = "";  ///< shown in parentheses
  Scale scale = Scale::kLinear;
};

/// A horizontal line for comparison, dashed, named in the legend.
struct Level {
  std::string name;
  double y = 0;
};

struct Chart {
  std::string title;
  AxisLabel x;
  AxisLabel y;
  std::vector<Series> series;
  std::vector<Level> levels = {};
};

std::string to_svg(const Chart& chart);

}  // namespace sealring::report
