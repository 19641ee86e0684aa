#include "studies/calibrate/group_model.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "sim/units/text.hpp"

namespace sealring::studies {
namespace {

bool allows(const std::vector<std::string>& names, const std::string& name) {
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

GroupModel::GroupModel(const ConstantGroup& group, const std::vector<config::Override>& held, PointRunner& runner)
    : group_(group), runner_(runner) {
  for (const auto& sweep : group.sweeps) {
    add(*sweep, held);
  }
  learn_choices();
}

void GroupModel::add(const Sweep& sweep, const std::vector<config::Override>& held) {
  const std::vector<Point> points = sweep.measured.points();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const MeasuredSize& size = sweep.measured.sizes[i];
    if (size.size == sweep.measured.floor_size) {
      continue;  // the floor comes from it
    }
    Point point = points[i];
    std::copy_if(held.begin(), held.end(), std::back_inserter(point.overrides), [this](const config::Override& o) {
      return std::none_of(
          group_.constants.begin(), group_.constants.end(), [&](const FreeConstant& c) { return c.path == o.path; });
    });
    shipped_.push_back(point);
    floors_us_.push_back(sweep.measured.floor_us.value_or(0));
    sizes_.push_back({sweep.name, size.size, "", size.time_us, 0});
  }
}

void GroupModel::learn_choices() {
  runner_.run(shipped_);
  for (std::size_t i = 0; i < shipped_.size(); ++i) {
    const Choice choice = choice_of(runner_(shipped_[i]));
    sizes_[i].how = choice.text();
    matters_.emplace_back();
    for (std::size_t c = 0; c < group_.constants.size(); ++c) {
      const FreeConstant& constant = group_.constants[c];
      if (allows(constant.files, sizes_[i].file) && allows(constant.protocols, choice.protocol) &&
          allows(constant.algorithms, choice.algorithm)) {
        matters_.back().push_back(c);
      }
    }
  }
}

Point GroupModel::point(std::size_t size, const std::vector<double>& values) const {
  Point point = shipped_[size];
  for (const std::size_t c : matters_[size]) {
    const FreeConstant& constant = group_.constants[c];
    const std::string text = text_of(constant, values[c]);
    if (text != text_of(constant, constant.shipped)) {
      point = point.with(constant.path, text);
    }
  }
  return point;
}

void GroupModel::run(const std::vector<std::vector<double>>& asked) const {
  std::vector<Point> points;
  for (const std::vector<double>& values : asked) {
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      points.push_back(point(i, values));
    }
  }
  runner_.run(points);
}

std::vector<double> GroupModel::residuals(const std::vector<double>& values) const {
  run({values});
  std::vector<double> residuals;
  for (std::size_t i = 0; i < sizes_.size(); ++i) {
    const double simulated_us = std::max(runner_(point(i, values)).iteration_seconds * 1e6, floors_us_[i]);
    residuals.push_back(std::log(simulated_us / sizes_[i].measured_us));
  }
  return residuals;
}

std::vector<std::string> GroupModel::names() const {
  std::vector<std::string> names;
  for (const FittedSize& size : sizes_) {
    names.push_back(size.file + " " + human_text(size.size));
  }
  return names;
}

}  // namespace sealring::studies
