// Fits positive parameters to measurements in log space, and says which of them the measurements do not determine.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace sealring::studies {

struct Parameter {
  std::string name;
  double start = 1;  ///< positive, in `unit`
  std::string unit;  ///< as the YAML value will carry it: "us", "GB/s"
};

/// One residual per measurement, ln(modelled / measured), so that a residual of 0.05 is 5 %. The values are in the
/// order and the units of the parameters. A call may run a whole simulation.
using Residuals = std::function<std::vector<double>(const std::vector<double>& values)>;

struct Calibration {
  std::vector<Parameter> parameters;
  Residuals residuals;
  std::vector<std::string> points;  ///< names of the residuals; may be empty
  double step = 1e-5;               ///< of the central differences, in ln; larger for residuals that jump
  int max_evaluations = 2000;
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

/// A singular value below this share of the largest marks an undetermined direction.
inline constexpr double kSingularShare = 1e-4;

}  // namespace sealring::studies
