#include "studies/calibrate/row_fit.hpp"

#include <cmath>

#include <fmt/core.h>

#include "sim/config/report.hpp"

namespace sealring::studies {
namespace {

// A staircase of integer femtoseconds and re-timed kernels: smaller differences would measure rounding.
constexpr double kStep = 1e-3;

}  // namespace

FitReport fit_row(const ValidationRow& row, PointRunner& runner) {
  if (!row.fit) {
    throw config::BadInput("row " + row.id + " has no 'fit:' section, so nothing is fitted to it");
  }
  const FittedSetting setting = *row.fit;
  Calibration calibration;
  calibration.parameters = {{setting.path, setting.start, setting.unit}};
  calibration.points = {row.id};
  calibration.step = kStep;
  calibration.residuals = [&](const std::vector<double>& values) {
    const std::string text = fmt::format("{:.6g} {}", values.front(), setting.unit);
    return std::vector<double>{
        std::log(row.measure->with(setting.path, text)->evaluate(runner, Detail::kBrief).value / row.published)};
  };
  FitReport report;
  report.name = row.id;
  report.data = row.id;
  report.source = row.source;
  report.points = calibration.points;
  report.fit = calibrate(calibration);
  return report;
}

}  // namespace sealring::studies
