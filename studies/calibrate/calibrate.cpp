#include "studies/calibrate/calibrate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <unsupported/Eigen/LevenbergMarquardt>
#include <utility>

#include <Eigen/SVD>

namespace sealring::studies {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

std::vector<double> exponentials(const VectorXd& logs) {
  std::vector<double> values(static_cast<std::size_t>(logs.size()));
  std::transform(logs.begin(), logs.end(), values.begin(), [](double x) { return std::exp(x); });
  return values;
}

/// Soft-L1: half the square of what is returned grows as the square of a small residual and as the size of a large one.
double softened(double residual, double above) {
  if (above <= 0) {
    return residual;
  }
  const double ratio = residual / above;
  return std::copysign(above * std::sqrt(2 * (std::sqrt(1 + ratio * ratio) - 1)), residual);
}

/// The model as Eigen wants it. Fewer measurements than parameters are padded with zeros: the solver needs a tall
/// system, and the missing directions then show as singular ones.
class LogSpace : public Eigen::DenseFunctor<double> {
 public:
  LogSpace(const Calibration& calibration, int measurements)
      : DenseFunctor(static_cast<int>(calibration.parameters.size()),
                     std::max(measurements, static_cast<int>(calibration.parameters.size()))),
        calibration_(calibration) {}

  int operator()(const VectorXd& logs, VectorXd& out) {
    const std::vector<double> found = calibration_.residuals(exponentials(within_bounds(logs)));
    ++evaluations_;
    if (found.size() > static_cast<std::size_t>(values()) ||
        !std::all_of(found.begin(), found.end(), [](double r) { return std::isfinite(r); })) {
      throw std::runtime_error(
          "the model returned a residual that is not finite, or another number of residuals than before");
    }
    out = VectorXd::Zero(values());
    std::transform(
        found.begin(), found.end(), out.begin(), [this](double r) { return softened(r, calibration_.soft_above); });
    return 0;
  }

  int df(const VectorXd& asked, MatrixXd& jacobian) {
    const VectorXd logs = within_bounds(asked);
    announce_around(logs);
    jacobian.resize(values(), inputs());
    VectorXd above(values());
    VectorXd below(values());
    for (int i = 0; i < inputs(); ++i) {
      const auto [low, high] = neighbours(logs, i);
      (*this)(high, above);
      (*this)(low, below);
      jacobian.col(i) = (above - below) / (high[i] - low[i]);
    }
    return 0;
  }

  /// The nearest values that are allowed.
  [[nodiscard]] VectorXd within_bounds(const VectorXd& logs) const {
    VectorXd inside = logs;
    for (Eigen::Index i = 0; i < logs.size(); ++i) {
      const Parameter& parameter = calibration_.parameters[static_cast<std::size_t>(i)];
      inside[i] = std::min(std::max(logs[i], std::log(parameter.at_least)), std::log(parameter.at_most));
    }
    return inside;
  }

  [[nodiscard]] int evaluations() const { return evaluations_; }

 private:
  /// Between which two a derivative is taken. They differ, also at a bound.
  [[nodiscard]] std::pair<VectorXd, VectorXd> neighbours(const VectorXd& logs, int i) const {
    VectorXd high = logs;
    high[i] += calibration_.step;
    high = within_bounds(high);
    VectorXd low = logs;
    if (calibration_.differences == Differences::kCentral || high[i] == logs[i]) {
      low[i] -= calibration_.step;
      low = within_bounds(low);
    }
    return {low, high};
  }

  void announce_around(const VectorXd& logs) const {
    if (!calibration_.announce) {
      return;
    }
    std::vector<std::vector<double>> asked;
    for (int i = 0; i < inputs(); ++i) {
      const auto [low, high] = neighbours(logs, i);
      asked.push_back(exponentials(low));
      asked.push_back(exponentials(high));
    }
    calibration_.announce(asked);
  }

  const Calibration& calibration_;
  int evaluations_ = 0;
};

VectorXd start_of(const Calibration& calibration) {
  if (calibration.parameters.empty()) {
    throw std::invalid_argument("a calibration needs at least one parameter");
  }
  VectorXd logs(static_cast<Eigen::Index>(calibration.parameters.size()));
  for (Eigen::Index i = 0; i < logs.size(); ++i) {
    const Parameter& parameter = calibration.parameters[static_cast<std::size_t>(i)];
    if (!(parameter.start > 0)) {
      throw std::invalid_argument("parameter " + parameter.name + " needs a positive start: it is fitted in log space");
    }
    if (parameter.start < parameter.at_least || parameter.start > parameter.at_most ||
        !(parameter.at_least < parameter.at_most)) {
      throw std::invalid_argument("parameter " + parameter.name + " does not start between its bounds");
    }
    logs[i] = std::log(parameter.start);
  }
  return logs;
}

bool singular(double value, double largest) { return !(value > kSingularShare * largest); }

double scatter(const Fit& fit, double soft_above) {
  const auto freedom = static_cast<double>(fit.residuals.size()) - static_cast<double>(fit.parameters.size());
  double squares = 0;
  for (const double r : fit.residuals) {
    squares += std::pow(softened(r, soft_above), 2);
  }
  return freedom > 0 ? std::sqrt(squares / freedom) : 0;
}

/// What the singular values of the Jacobian say about each parameter.
void judge(Fit& fit, const MatrixXd& jacobian, double soft_above) {
  const Eigen::JacobiSVD<MatrixXd> svd(jacobian, Eigen::ComputeThinU | Eigen::ComputeFullV);
  const VectorXd& values = svd.singularValues();
  const double smallest = values[values.size() - 1];
  fit.condition = smallest > 0 ? values[0] / smallest : std::numeric_limits<double>::infinity();

  constexpr double kTakesPart = 0.1;
  VectorXd variance = VectorXd::Zero(values.size());
  for (Eigen::Index d = 0; d < values.size(); ++d) {
    const VectorXd direction = svd.matrixV().col(d);
    if (!singular(values[d], values[0])) {
      variance += direction.cwiseAbs2() / (values[d] * values[d]);
      continue;
    }
    fit.undetermined.push_back({values[d], {direction.begin(), direction.end()}});
    for (Eigen::Index i = 0; i < direction.size(); ++i) {
      FittedParameter& parameter = fit.parameters[static_cast<std::size_t>(i)];
      parameter.determined = parameter.determined && std::abs(direction[i]) < kTakesPart;
    }
  }
  const double sigma = scatter(fit, soft_above);
  for (Eigen::Index i = 0; i < variance.size(); ++i) {
    FittedParameter& parameter = fit.parameters[static_cast<std::size_t>(i)];
    parameter.relative_error = sigma * std::sqrt(variance[i]);
    parameter.determined = parameter.determined && parameter.relative_error < 1;
  }
}

Fit result_at(const Calibration& calibration, LogSpace& model, const VectorXd& logs) {
  Fit fit;
  const std::vector<double> values = exponentials(logs);
  for (std::size_t i = 0; i < values.size(); ++i) {
    fit.parameters.push_back({calibration.parameters[i].name, calibration.parameters[i].unit, values[i], 0, true});
  }
  fit.residuals = calibration.residuals(values);
  double squares = 0;
  for (const double r : fit.residuals) {
    squares += r * r;
  }
  fit.rms = std::sqrt(squares / static_cast<double>(fit.residuals.size()));
  MatrixXd jacobian;
  model.df(logs, jacobian);
  judge(fit, jacobian, calibration.soft_above);
  return fit;
}

std::size_t measurements_at_start(const Calibration& calibration, const VectorXd& logs) {
  const std::size_t measurements = calibration.residuals(exponentials(logs)).size();
  if (measurements == 0) {
    throw std::invalid_argument("a calibration needs at least one measurement");
  }
  return measurements;
}

}  // namespace

Fit calibrate(const Calibration& calibration) {
  VectorXd logs = start_of(calibration);
  LogSpace model(calibration, static_cast<int>(measurements_at_start(calibration, logs)));
  Eigen::LevenbergMarquardt<LogSpace> solver(model);
  solver.setMaxfev(calibration.max_evaluations);
  solver.setFtol(calibration.tolerance);
  solver.setXtol(calibration.tolerance);
  solver.setFactor(calibration.first_step);
  const auto status = solver.minimize(logs);

  Fit fit = result_at(calibration, model, model.within_bounds(logs));
  fit.evaluations = model.evaluations() + 2;  // the first count and the final residuals
  fit.converged = status != Eigen::LevenbergMarquardtSpace::ImproperInputParameters &&
                  status != Eigen::LevenbergMarquardtSpace::TooManyFunctionEvaluation;
  return fit;
}

Fit assess(const Calibration& calibration) {
  const VectorXd logs = start_of(calibration);
  LogSpace model(calibration, static_cast<int>(measurements_at_start(calibration, logs)));
  Fit fit = result_at(calibration, model, logs);
  fit.evaluations = model.evaluations() + 2;
  return fit;
}

}  // namespace sealring::studies
