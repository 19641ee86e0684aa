// What the runs of a group's sweeps say of given values of its constants.
#pragma once

#include <string>
#include <vector>

#include "studies/calibrate/nccl_fit.hpp"

namespace sealring::studies {

/// A constant is set only in the runs that can depend on it, so that all others are run once and known from then on.
/// Group and runner outlive the model.
class GroupModel {
 public:
  /// Runs every size at the shipped values, to learn which protocol and algorithm carry it.
  GroupModel(const ConstantGroup& group, const std::vector<config::Override>& held, PointRunner& runner);

  /// ln(simulated / measured) per size; the values are those of the group's constants.
  [[nodiscard]] std::vector<double> residuals(const std::vector<double>& values) const;
  /// Runs what these values need, side by side.
  void run(const std::vector<std::vector<double>>& asked) const;
  [[nodiscard]] std::vector<std::string> names() const;
  [[nodiscard]] const std::vector<FittedSize>& sizes() const { return sizes_; }  ///< residuals are 0

 private:
  void add(const Sweep& sweep, const std::vector<config::Override>& held);
  void learn_choices();
  [[nodiscard]] Point point(std::size_t size, const std::vector<double>& values) const;

  const ConstantGroup& group_;
  PointRunner& runner_;
  std::vector<FittedSize> sizes_;
  std::vector<Point> shipped_;                     ///< one per size
  std::vector<double> floors_us_;                  ///< one per size
  std::vector<std::vector<std::size_t>> matters_;  ///< per size the constants that its run depends on
};

}  // namespace sealring::studies
