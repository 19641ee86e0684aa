// Fits a group of constants to published sweeps, by simulating.
#pragma once

#include <string>
#include <vector>

#include "studies/calibrate/fit_yaml.hpp"
#include "studies/calibrate/nccl_constants.hpp"
#include "studies/points/points.hpp"

namespace sealring::studies {

struct NcclFitRequest {
  bool check = false;   ///< nothing is fitted: residuals and derivatives at the shipped values
  bool robust = false;  ///< a residual above 3 % counts by its size, not its square
};

/// One size of one sweep of a fit.
struct FittedSize {
  std::string file;
  Bytes size;
  std::string how;  ///< "ring ll, 16 channels"
  double measured_us = 0;
  double residual = 0;  ///< ln(simulated / measured), the simulated time not below the site's launch floor
};

struct GroupFit {
  ConstantGroup group;  ///< with the constants that took part
  FitReport report;
  std::vector<FittedSize> sizes;
  std::vector<std::string> unused;  ///< constants that a check leaves out: shipped as 0, and their logarithm is moved
};

/// How many constants there are over the groups. One that is shared counts once; the launch floor of a site is one of
/// its scope.
struct ScopeCount {
  int of_scope[3] = {0, 0, 0};  ///< by Scope
  int launch_floors = 0;
};

ScopeCount count_scopes(const std::vector<ConstantGroup>& groups);

/// The group of that name, all for "". Throws config::BadInput when there is no such group.
std::vector<ConstantGroup> chosen_groups(const std::vector<ConstantGroup>& groups, const std::string& name);

/// `held`: values of constants that other groups found.
GroupFit fit_group(const ConstantGroup& group,
                   const std::vector<config::Override>& held,
                   const NcclFitRequest& request,
                   PointRunner& runner);

/// The groups in turn; the values found are held in those that follow.
std::vector<GroupFit> fit_groups(const std::vector<ConstantGroup>& groups,
                                 const NcclFitRequest& request,
                                 PointRunner& runner);

}  // namespace sealring::studies
