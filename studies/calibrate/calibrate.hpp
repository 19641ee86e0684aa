// Fits positive parameters to measurements in log space, and says which of them the measurements do not determine.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace sealring::studies {

struct Parameter {
  std::string name;
  double start = 1;  ///< positive, in `unit`
  std::string unit;  ///< as the YAML value will carry it: "us", "GB/s"
  double at_least = 0;
  double at_most = std::numeric_limits<double>::infinity();
};

/// One residual per measurement, ln(modelled / measured), so that a residual of 0.05 is 5 %. The values are in the
/// order and the units of the parameters. A call may run a whole simulation.
using Residuals = std::function<std::vector<double>(const std::vector<double>& values)>;

/// Of the derivatives. One-sided ones cost half, and are off by half a step times the curvature.
enum class Differences { kCentral, kForward };

struct Calibration {
  std::vector<Parameter> parameters;
  Residuals residuals;
  /// Told which values will be asked for next, so that what they need can run side by side; may be empty.
  std::function<void(const std::vector<std::vector<double>>&)> announce = {};
  std::vector<std::string> points;  ///< names of the residuals; may be empty
  double step = 1e-5;               ///< of the differences, in ln; larger for residuals that jump
  Differences differences = Differences::kCentral;
  int max_evaluations = 2000;
  double tolerance = 1e-8;  ///< relative change of squares or parameters at which the fit has ended
  double first_step = 100;  ///< bound on the first change of ln parameter, over their size
  double soft_above = 0;    ///< soft-L1: residuals above it count by their size, not their square; 0: all by square
};

struct FittedParameter {
  std::string name;
  std::string unit;
  double value = 0;
  double relative_error = 0;  ///< one standard deviation, from the scatter of the residuals
  bool determined = true;     ///< false: in a singular direction, or uncertain by more than a factor of e
};

/// A change of the logarithms that leaves every residual as it is.
struct SingularDirection {
  double singular_value = 0;
  std::vector<double> weights;  ///< one per parameter, unit length
};

struct Fit {
  std::vector<FittedParameter> parameters;
  std::vector<double> residuals;
  double rms = 0;
  double condition =
      0;  ///< largest over smallest singular value of d residual / d ln parameter; infinite when one is zero
  std::vector<SingularDirection> undetermined;
  int evaluations = 0;
  bool converged = false;
};

/// Levenberg-Marquardt. Throws std::invalid_argument when a start is not positive or nothing is to be fitted,
/// std::runtime_error when the model returns something that is not finite.
Fit calibrate(const Calibration& calibration);

/// What the residuals and their derivatives say at the start; nothing is fitted. Throws as `calibrate` does.
Fit assess(const Calibration& calibration);

/// A singular value below this share of the largest marks an undetermined direction.
inline constexpr double kSingularShare = 1e-4;

}  // namespace sealring::studies
