#include "studies/calibrate/nccl_fit.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "sim/config/report.hpp"
#include "sim/units/text.hpp"
#include "studies/calibrate/group_model.hpp"

namespace sealring::studies {
namespace {

// Chunks and channels come in whole numbers, so times are staircases: smaller differences would measure their steps.
constexpr double kStep = 0.03;
constexpr double kSoftAbove = 0.03;
constexpr double kTolerance = 1e-3;
constexpr int kMaxIterations = 30;
constexpr double kReach = 10;  // times or divided by the start, where no bound is given

/// Values of 0 stay as they are in a check; a fit starts them where the file says.
std::vector<std::string> leave_out_unused(ConstantGroup& group, bool check) {
  std::vector<std::string> unused;
  std::vector<FreeConstant> used;
  for (const FreeConstant& c : group.constants) {
    if (check && c.shipped <= 0) {
      unused.push_back(c.path);
    } else if (!(c.start.value_or(c.shipped) > 0)) {
      throw config::BadInput(c.path + " ships as 0 and its logarithm is fitted: give it a 'start'");
    } else {
      used.push_back(c);
    }
  }
  group.constants = used;
  return unused;
}

Parameter parameter_of(const FreeConstant& c, bool check) {
  Parameter parameter;
  parameter.name = c.path;
  parameter.unit = c.unit;
  parameter.start = check ? c.shipped : c.start.value_or(c.shipped);
  parameter.at_least = c.at_least.value_or(parameter.start / kReach);
  parameter.at_most = c.at_most.value_or(parameter.start * kReach);
  return parameter;
}

Calibration calibration_of(const ConstantGroup& group, const GroupModel& model, const NcclFitRequest& request) {
  Calibration calibration;
  for (const FreeConstant& c : group.constants) {
    calibration.parameters.push_back(parameter_of(c, request.check));
  }
  calibration.residuals = [&model](const std::vector<double>& values) { return model.residuals(values); };
  calibration.announce = [&model](const std::vector<std::vector<double>>& asked) { model.run(asked); };
  calibration.points = model.names();
  calibration.step = kStep;
  calibration.differences = request.check ? Differences::kForward : Differences::kCentral;
  calibration.max_evaluations = kMaxIterations;
  calibration.tolerance = kTolerance;
  calibration.first_step = 1;
  calibration.soft_above = request.robust ? kSoftAbove : 0;
  return calibration;
}

std::string sources_of(const ConstantGroup& group) {
  std::string text;
  for (const auto& sweep : group.sweeps) {
    if (text.find(sweep->source) == std::string::npos) {
      text += (text.empty() ? "" : "; ") + sweep->source;
    }
  }
  return text;
}

std::string names_of(const ConstantGroup& group) {
  std::string text;
  for (const auto& sweep : group.sweeps) {
    text += (text.empty() ? "" : ", ") + sweep->name;
  }
  return text;
}

std::vector<FittedSize> sizes_of(const GroupModel& model, const std::vector<double>& residuals) {
  std::vector<FittedSize> sizes = model.sizes();
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    sizes[i].residual = residuals[i];
  }
  return sizes;
}

}  // namespace

ScopeCount count_scopes(const std::vector<ConstantGroup>& groups) {
  std::set<std::string> counted;
  ScopeCount count;
  for (const ConstantGroup& group : groups) {
    for (const FreeConstant& c : group.constants) {
      const std::string shared_by = c.scope == Scope::kGlobal       ? ""
                                    : c.scope == Scope::kGeneration ? group.generation
                                                                    : "group " + group.name;
      if (counted.insert(shared_by + ":" + c.path).second) {
        ++count.of_scope[static_cast<std::size_t>(c.scope)];
      }
    }
    for (const auto& sweep : group.sweeps) {
      if (sweep->measured.floor_us && counted.insert("floor of " + sweep->name).second) {
        ++count.launch_floors;
      }
    }
  }
  count.of_scope[static_cast<std::size_t>(Scope::kSite)] += count.launch_floors;
  return count;
}

std::vector<ConstantGroup> chosen_groups(const std::vector<ConstantGroup>& groups, const std::string& name) {
  if (name.empty()) {
    return groups;
  }
  std::string known;
  for (const ConstantGroup& group : groups) {
    if (group.name == name) {
      return {group};
    }
    known += (known.empty() ? "" : ", ") + group.name;
  }
  throw config::BadInput("unknown group '" + name + "'; known: " + known);
}

GroupFit fit_group(const ConstantGroup& group,
                   const std::vector<config::Override>& held,
                   const NcclFitRequest& request,
                   PointRunner& runner) {
  GroupFit fit;
  fit.group = group;
  fit.unused = leave_out_unused(fit.group, request.check);
  if (fit.group.constants.empty()) {
    throw config::BadInput("group " + group.name + ": every constant ships as 0, so there is nothing to check");
  }
  const GroupModel model(fit.group, held, runner);
  const Calibration calibration = calibration_of(fit.group, model, request);
  fit.report.name = group.name;
  fit.report.data = names_of(group);
  fit.report.source = sources_of(group);
  fit.report.points = calibration.points;
  fit.report.fit = request.check ? assess(calibration) : calibrate(calibration);
  fit.sizes = sizes_of(model, fit.report.fit.residuals);
  return fit;
}

std::vector<GroupFit> fit_groups(const std::vector<ConstantGroup>& groups,
                                 const NcclFitRequest& request,
                                 PointRunner& runner) {
  std::vector<GroupFit> fits;
  std::map<std::string, std::vector<config::Override>> held;  // by generation; "" for all
  for (const ConstantGroup& group : groups) {
    std::vector<config::Override> values = held[""];
    const auto& own = held[group.generation];
    values.insert(values.end(), own.begin(), own.end());
    fits.push_back(fit_group(group, values, request, runner));
    const GroupFit& done = fits.back();
    for (std::size_t i = 0; i < done.group.constants.size() && !request.check; ++i) {
      const FreeConstant& c = done.group.constants[i];
      const config::Override found{c.path, text_of(c, done.report.fit.parameters[i].value)};
      if (c.scope != Scope::kSite) {
        held[c.scope == Scope::kGlobal ? "" : group.generation].push_back(found);
      }
    }
  }
  return fits;
}

}  // namespace sealring::studies
