#include <cstdlib>

#include "studies/ddp_study/ddp_study.hpp"
#include "studies/report/svg_chart.hpp"

namespace sealring::studies {
namespace {

constexpr double kDefaultCapMib = 25;

double number(const stats::Scalar& value) {
  if (const auto* text = std::get_if<std::string>(&value)) {
    return *text == "default" ? kDefaultCapMib : std::atof(text->c_str());
  }
  return std::get<double>(value);
}

}  // namespace

std::string curve_svg(const stats::Result& result) {
  report::Series same_cap{"over the same cap, unsealed", {}};
  report::Series default_cap{"over the default cap, unsealed", {}};
  for (const auto& row : result.find("curve")->table().rows()) {
    same_cap.points.push_back({number(row[0]), number(row[4])});
    default_cap.points.push_back({number(row[0]), number(row[5])});
  }
  report::Chart chart;
  chart.title = "What the bucket cap does to a sealed iteration";
  chart.x = {"bucket_cap_mb", "MiB", report::Scale::kLog};
  chart.y = {"slowdown", "x", report::Scale::kLog};
  chart.series = {same_cap, default_cap};
  return report::to_svg(chart);
}

}  // namespace sealring::studies
