#include "sim/stats/activity_log.hpp"

#include <array>
#include <stdexcept>
#include <string>

#include "sim/units/clock_range.hpp"

namespace sealring::stats {

ActivityId ActivityLog::record(const Activity& activity) {
  if (activity.cause != kNone && activity.cause >= activities_.size()) {
    throw std::logic_error("an activity names a cause that was never recorded");
  }
  if (activity.start != end_of(activity.cause)) {
    throw std::logic_error("an activity starts at " + std::to_string(activity.start.count()) +
                           " fs but its cause ends at " + std::to_string(end_of(activity.cause).count()) + " fs");
  }
  if (activity.end < Instant()) {
    throw ClockExceeded();  // the sum went round
  }
  if (activity.end < activity.start) {
    throw std::logic_error("an activity ends before it starts");
  }
  activities_.push_back(activity);
  return static_cast<ActivityId>(activities_.size() - 1);
}

ActivityId ActivityLog::later(ActivityId a, ActivityId b) const { return end_of(b) > end_of(a) ? b : a; }

std::vector<ActivityId> ActivityLog::path(ActivityId last, Instant from) const {
  std::vector<ActivityId> steps;
  for (ActivityId id = last; id != kNone && activities_[id].end > from; id = activities_[id].cause) {
    steps.push_back(id);
  }
  return steps;
}

std::vector<Part> ActivityLog::critical_path(ActivityId last, Instant from) const {
  std::array<Part, 256> by_label{};
  for (ActivityId id = last; id != kNone && activities_[id].end > from; id = activities_[id].cause) {
    const Activity& step = activities_[id];
    Part& part = by_label[step.label];
    part.time += step.end - (step.start < from ? from : step.start);
    ++part.activities;
  }
  std::vector<Part> parts;
  for (std::size_t label = 0; label < by_label.size(); ++label) {
    if (by_label[label].activities > 0) {
      by_label[label].label = static_cast<std::uint8_t>(label);
      parts.push_back(by_label[label]);
    }
  }
  return parts;
}

}  // namespace sealring::stats
