// What ran when, and what it waited for: the raw material of a breakdown and of a timeline.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/units/units.hpp"

namespace sealring::stats {

/// Index of an activity; kNone is the start of the simulation.
using ActivityId = std::uint32_t;
inline constexpr ActivityId kNone = 0xFFFFFFFFu;

/// Ran from start to end. Its start was made possible by `cause`, so log[cause].end == start (or start is zero and
/// cause is kNone). Delays are activities of their own; that is why the parts of a critical path add up without a
/// remainder.
struct Activity {
  Instant start;
  Instant end;
  ActivityId cause = kNone;
  std::uint8_t label = 0;  ///< the models' enum Label
  std::int32_t track = 0;  ///< where: one timeline row (see the recorder of tracks)
  std::uint32_t name = 0;  ///< index into a name table, 0 for none
  std::int64_t bytes = 0;  ///< payload, 0 where it has no meaning
};

/// Share of one label on a critical path.
struct Part {
  std::uint8_t label = 0;
  Duration time;
  std::int64_t activities = 0;
};

class ActivityLog {
 public:
  /// Throws std::logic_error when start is not the end of the cause.
  ActivityId record(const Activity& activity);
  [[nodiscard]] const Activity& operator[](ActivityId id) const { return activities_[id]; }
  [[nodiscard]] std::size_t size() const { return activities_.size(); }
  /// Room for that many activities without moving them; untouched room costs no memory.
  void reserve(std::size_t activities) { activities_.reserve(activities); }
  /// The later of two causes: what really let something start. kNone counts as time zero; ties prefer `a`.
  [[nodiscard]] ActivityId later(ActivityId a, ActivityId b) const;
  [[nodiscard]] Instant end_of(ActivityId id) const { return id == kNone ? Instant() : activities_[id].end; }
  /// Walks causes back from `last` to the instant `from`; the activity that spans `from` is clipped. The times of the
  /// parts add up to end_of(last) - from exactly. Sorted by label.
  [[nodiscard]] std::vector<Part> critical_path(ActivityId last, Instant from) const;
  /// The same walk as a list of activities, last first.
  [[nodiscard]] std::vector<ActivityId> path(ActivityId last, Instant from) const;

 private:
  std::vector<Activity> activities_;
};

}  // namespace sealring::stats
