#include "studies/calibrate/calibrate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <unsupported/Eigen/LevenbergMarquardt>

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

/// The model as Eigen wants it. Fewer measurements than parameters are padded with zeros: the solver needs a tall
/// system, and the missing directions then show as singular ones.
class LogSpace : public Eigen::DenseFunctor<double> {
 public:
  LogSpace(const Calibration& calibration, int measurements)
      : DenseFunctor(static_cast<int>(calibration.parameters.size()),
                     std::max(measurements, static_cast<int>(calibration.parameters.size()))),
        calibration_(calibration) {}

  int operator()(const VectorXd& logs, VectorXd& out) {
    const std::vector<double> found = calibration_.residuals(exponentials(logs));
    ++evaluations_;
    if (found.size() > static_cast<std::size_t>(values()) ||
        !std::all_of(found.begin(), found.end(), [](double r) { return std::isfinite(r); })) {
      throw std::runtime_error(
          "the model returned a residual that is not finite, or another number of residuals than before");
    }
    out = VectorXd::Zero(values());
    std::copy(found.begin(), found.end(), out.begin());
    return 0;
  }

  int df(const VectorXd& logs, MatrixXd& jacobian) {
    jacobian.resize(values(), inputs());
    VectorXd above(values());
    VectorXd below(values());
    for (int i = 0; i < inputs(); ++i) {
      VectorXd moved = logs;
      moved[i] = logs[i] + calibration_.step;
      (*this)(moved, above);
      moved[i] = logs[i] - calibration_.step;
      (*this)(moved, below);
      jacobian.col(i) = (above - below) / (2 * calibration_.step);
    }
    return 0;
  }

  [[nodiscard]] int evaluations() const { return evaluations_; }

 private:
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
    logs[i] = std::log(parameter.start);
  }
  return logs;
}

bool singular(double value, double largest) { return !(value > kSingularShare * largest); }

double scatter(const Fit& fit) {
  const auto freedom = static_cast<double>(fit.residuals.size()) - static_cast<double>(fit.parameters.size());
  double squares = 0;
  for (const double r : fit.residuals) {
    squares += r * r;
  }
  return freedom > 0 ? std::sqrt(squares / freedom) : 0;
}

/// What the singular values of the Jacobian say about each parameter.
void judge(Fit& fit, const MatrixXd& jacobian) {
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
  const double sigma = scatter(fit);
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
  judge(fit, jacobian);
  return fit;
}

}  // namespace

Fit calibrate(const Calibration& calibration) {
  VectorXd logs = start_of(calibration);
  const std::size_t measurements = calibration.residuals(exponentials(logs)).size();
  if (measurements == 0) {
    throw std::invalid_argument("a calibration needs at least one measurement");
  }
  LogSpace model(calibration, static_cast<int>(measurements));
  Eigen::LevenbergMarquardt<LogSpace> solver(model);
  solver.setMaxfev(calibration.max_evaluations);
  const auto status = solver.minimize(logs);

  Fit fit = result_at(calibration, model, logs);
  fit.evaluations = model.evaluations() + 2;  // the first count and the final residuals
  fit.converged = status != Eigen::LevenbergMarquardtSpace::ImproperInputParameters &&
                  status != Eigen::LevenbergMarquardtSpace::TooManyFunctionEvaluation;
  return fit;
}

}  // namespace sealring::studies
