// Fits a setting to one published number, by simulating.
#pragma once

#include "studies/calibrate/fit_yaml.hpp"
#include "studies/points/points.hpp"
#include "studies/validate/validate.hpp"

namespace sealring::studies {

/// One parameter, one residual: ln(simulated / published). Throws config::BadInput when the row names no setting to
/// fit.
FitReport fit_row(const ValidationRow& row, PointRunner& runner);

}  // namespace sealring::studies
