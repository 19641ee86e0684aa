#include "models/fabric/idle_path.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "models/fabric/station_timing.hpp"

namespace sealring::fabric {
namespace {

using Femtos = std::int64_t;
constexpr Femtos kNever = std::numeric_limits<Femtos>::min() / 4;

/// One station of the path with its recent past.
struct Stage {
  const StationSpec* spec = nullptr;
  Femtos latency = 0, credit_latency = 0;
  Femtos full = 0;                 ///< occupancy of a full slice
  std::int64_t slots = 0;          ///< 0: not limited
  std::vector<Femtos> start, end;  ///< of the latest slices, slice k at k mod size
};

/// What decides a start or an end: the largest candidate; `slope` is its growth per slice.
struct Candidate {
  Femtos value;
  Femtos slope;
};

class Recurrence {
 public:
  /// Only one that keeps its periods in memory can skip them.
  enum class Memory { kSteps, kPeriods };
  /// Of a message of `slices`, full ones of `slice` but for the last.
  Recurrence(const std::vector<const StationSpec*>& path, Bytes slice, std::int64_t slices, Memory memory);
  void run_full(std::int64_t count);
  void step(const std::vector<Femtos>& occupancy);
  [[nodiscard]] Femtos full(std::size_t s) const { return stages_[s].full; }
  [[nodiscard]] IdleProfile profile() const;

 private:
  [[nodiscard]] Femtos at(const std::vector<Femtos>& past, std::int64_t k) const {
    return k < 0 ? kNever : past[static_cast<std::size_t>(k % history_)];
  }
  [[nodiscard]] Femtos slope(const std::vector<Femtos>& past, std::int64_t period) const {
    return at(past, next_ - 1) - at(past, next_ - 1 - period);
  }
  void list_periods();
  void watch_paces();
  void watch_periods();
  [[nodiscard]] std::int64_t linear_reach() const;
  [[nodiscard]] std::int64_t reach_of_start(std::size_t s) const;
  [[nodiscard]] std::int64_t reach_of_end(std::size_t s) const;
  void skip_linear(std::int64_t count);
  bool skip_periods(std::int64_t left);
  void shift(std::vector<Femtos>& past, std::int64_t slices, Femtos by);

  std::vector<Stage> stages_;
  std::vector<Femtos> first_starts_;
  std::int64_t next_ = 0;     ///< number of the next slice
  std::int64_t history_ = 0;  ///< slices remembered
  std::int64_t window_ = 0;   ///< slices that the recurrence looks back
  std::int64_t steady_ = 0;   ///< slices during which no station changed its pace
  struct Period {
    std::int64_t slices;
    Femtos advance = 0;
    std::int64_t held = 0;  ///< slices during which every station advanced equally over the period
  };
  std::vector<Period> periods_;
};

Recurrence::Recurrence(const std::vector<const StationSpec*>& path, Bytes slice, std::int64_t slices, Memory memory) {
  std::int64_t most = 1;
  for (std::size_t s = 0; s < path.size(); ++s) {
    const StationSpec* const spec = path[s];
    Stage stage;
    stage.spec = spec;
    stage.latency = spec->latency.count();
    stage.credit_latency = spec->credit_latency.count();
    stage.full = service(*spec, slice).occupancy.count();
    const bool fills_up = s + 1 < path.size() && spec->far_slots < slices;
    stage.slots = fills_up ? spec->far_slots : 0;
    most = std::max(most, stage.slots);
    stages_.push_back(stage);
  }
  window_ = most + 1;
  history_ = window_ + 2;
  if (memory == Memory::kPeriods) {
    list_periods();
    history_ += periods_.back().slices;
  }
  for (Stage& stage : stages_) {
    stage.start.assign(static_cast<std::size_t>(history_), kNever);
    stage.end.assign(static_cast<std::size_t>(history_), kNever);
  }
}

/// After as many slices as a buffer has slots, or all buffers together, what happened before may happen again.
void Recurrence::list_periods() {
  std::int64_t common = 1;
  for (const Stage& stage : stages_) {
    common = stage.slots > 0 ? std::min<std::int64_t>(std::lcm(common, stage.slots), 4096) : common;
  }
  for (const Stage& stage : stages_) {
    if (stage.slots > 1) {
      periods_.push_back({stage.slots});
    }
  }
  periods_.push_back({common});
  std::sort(periods_.begin(), periods_.end(), [](const Period& a, const Period& b) { return a.slices < b.slices; });
  periods_.erase(
      std::unique(
          periods_.begin(), periods_.end(), [](const Period& a, const Period& b) { return a.slices == b.slices; }),
      periods_.end());
}

void Recurrence::step(const std::vector<Femtos>& occupancy) {
  Femtos head = 0;
  Femtos tail = 0;
  const std::int64_t k = next_;
  const auto cell = static_cast<std::size_t>(k % history_);
  for (std::size_t s = 0; s < stages_.size(); ++s) {
    Stage& stage = stages_[s];
    Femtos start = std::max(stage.spec->cut_through ? head : tail, at(stage.end, k - 1));
    if (stage.slots > 0) {
      start = std::max(start, at(stages_[s + 1].end, k - stage.slots) + stage.credit_latency);
    }
    stage.start[cell] = start;
    stage.end[cell] = std::max(start + occupancy[s], tail);
    head = start + stage.latency;
    tail = stage.end[cell] + stage.latency;
  }
  if (k == 0) {
    for (const Stage& stage : stages_) {
      first_starts_.push_back(stage.start[0]);
    }
  }
  ++next_;
}

void Recurrence::run_full(std::int64_t count) {
  std::vector<Femtos> full;
  for (const Stage& stage : stages_) {
    full.push_back(stage.full);
  }
  while (next_ < count) {
    step(full);
    watch_paces();
    watch_periods();
    if (steady_ > window_) {
      const std::int64_t reach = std::min(linear_reach(), count - next_);
      if (reach > 0) {
        skip_linear(reach);
      }
    }
    skip_periods(count - next_);
  }
}

void Recurrence::watch_paces() {
  bool same = next_ > 2;
  for (const Stage& stage : stages_) {
    same = same &&
           at(stage.start, next_ - 1) - at(stage.start, next_ - 2) ==
               at(stage.start, next_ - 2) - at(stage.start, next_ - 3) &&
           at(stage.end, next_ - 1) - at(stage.end, next_ - 2) == at(stage.end, next_ - 2) - at(stage.end, next_ - 3);
  }
  steady_ = same ? steady_ + 1 : 0;
}

void Recurrence::watch_periods() {
  for (Period& period : periods_) {
    if (next_ <= period.slices) {
      continue;
    }
    const Femtos advance = slope(stages_.front().start, period.slices);
    bool same = true;
    for (const Stage& stage : stages_) {
      same = same && slope(stage.start, period.slices) == advance && slope(stage.end, period.slices) == advance;
    }
    period.held = same ? (advance == period.advance ? period.held + 1 : 1) : 0;
    period.advance = advance;
  }
}

/// How many further slices keep `winner` on its line: until a steeper candidate would overtake it.
std::int64_t reach(const std::vector<Candidate>& candidates, Candidate winner) {
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
  bool led = false;
  for (const Candidate& c : candidates) {
    led = led || (c.value == winner.value && c.slope == winner.slope);
    if (c.slope > winner.slope) {
      most = std::min(most, (winner.value - c.value) / (c.slope - winner.slope));
    }
  }
  return led ? most : 0;
}

std::int64_t Recurrence::reach_of_start(std::size_t s) const {
  const Stage& stage = stages_[s];
  const std::int64_t k = next_ - 1;
  std::vector<Candidate> candidates{{at(stage.end, k - 1), slope(stage.end, 1)}};
  if (s == 0) {
    candidates.push_back({0, 0});
  } else {
    const Stage& before = stages_[s - 1];
    const std::vector<Femtos>& past = stage.spec->cut_through ? before.start : before.end;
    candidates.push_back({at(past, k) + before.latency, slope(past, 1)});
  }
  if (stage.slots > 0) {
    const std::vector<Femtos>& past = stages_[s + 1].end;
    candidates.push_back({at(past, k - stage.slots) + stage.credit_latency, slope(past, 1)});
  }
  return reach(candidates, {at(stage.start, k), slope(stage.start, 1)});
}

std::int64_t Recurrence::reach_of_end(std::size_t s) const {
  const Stage& stage = stages_[s];
  const std::int64_t k = next_ - 1;
  std::vector<Candidate> candidates{{at(stage.start, k) + stage.full, slope(stage.start, 1)}};
  if (s > 0) {
    const Stage& before = stages_[s - 1];
    candidates.push_back({at(before.end, k) + before.latency, slope(before.end, 1)});
  }
  return reach(candidates, {at(stage.end, k), slope(stage.end, 1)});
}

std::int64_t Recurrence::linear_reach() const {
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
  for (std::size_t s = 0; s < stages_.size(); ++s) {
    most = std::min({most, reach_of_start(s), reach_of_end(s)});
  }
  return most;
}

void Recurrence::shift(std::vector<Femtos>& past, std::int64_t slices, Femtos by) {
  std::vector<Femtos> moved(past.size(), kNever);
  for (std::int64_t i = 1; i <= std::min(history_, next_); ++i) {
    moved[static_cast<std::size_t>((next_ + slices - i) % history_)] = at(past, next_ - i) + by;
  }
  past = std::move(moved);
}

void Recurrence::skip_linear(std::int64_t count) {
  for (Stage& stage : stages_) {
    shift(stage.start, count, count * slope(stage.start, 1));
    shift(stage.end, count, count * slope(stage.end, 1));
  }
  next_ += count;
  // What lies further back than the window was not shifted along its own line: periods must be seen anew.
  for (Period& period : periods_) {
    period.held = 0;
  }
}

bool Recurrence::skip_periods(std::int64_t left) {
  for (const Period& period : periods_) {
    const std::int64_t times = left / period.slices;
    if (period.held > window_ + period.slices && times > 0) {
      for (Stage& stage : stages_) {
        shift(stage.start, times * period.slices, times * period.advance);
        shift(stage.end, times * period.slices, times * period.advance);
      }
      next_ += times * period.slices;
      return true;
    }
  }
  return false;
}

IdleProfile Recurrence::profile() const {
  IdleProfile profile;
  for (std::size_t s = 0; s < stages_.size(); ++s) {
    profile.starts.emplace_back(first_starts_[s]);
    profile.ends.emplace_back(at(stages_[s].end, next_ - 1));
  }
  profile.total = profile.ends.back() + stages_.back().spec->latency;
  return profile;
}

/// What the last slice of a message costs at every station.
std::vector<Femtos> last_occupancy(const std::vector<const StationSpec*>& path, Bytes payload) {
  std::vector<Femtos> last;
  for (const StationSpec* spec : path) {
    last.push_back(service(*spec, payload).occupancy.count());
  }
  return last;
}

/// Nothing is ahead of it, so that the recurrence needs no past.
IdleProfile single_slice(const std::vector<const StationSpec*>& path,
                         const std::vector<Duration>& nominal,
                         const std::vector<PaceClock*>& clocks) {
  IdleProfile profile;
  profile.starts.reserve(path.size());
  profile.ends.reserve(path.size());
  Duration head;
  Duration tail;
  for (std::size_t s = 0; s < path.size(); ++s) {
    const Duration occupancy = clocks[s] != nullptr ? Duration(clocks[s]->advance(nominal[s].count())) : nominal[s];
    const Duration start = path[s]->cut_through ? head : tail;
    const Duration end = std::max(start + occupancy, tail);
    profile.starts.push_back(start);
    profile.ends.push_back(end);
    head = start + path[s]->latency;
    tail = end + path[s]->latency;
  }
  profile.total = tail;
  return profile;
}

}  // namespace

IdleProfile idle_profile(const std::vector<const StationSpec*>& path, Bytes message, Bytes slice) {
  const Cut pieces = cut(message, slice);
  Recurrence recurrence(path, slice, pieces.count, Recurrence::Memory::kPeriods);
  recurrence.run_full(pieces.count - 1);
  recurrence.step(last_occupancy(path, pieces.last));
  return recurrence.profile();
}

IdleProfile paced_profile(const std::vector<const StationSpec*>& path,
                          Bytes message,
                          Bytes slice,
                          const std::vector<Duration>& last,
                          const std::vector<PaceClock*>& clocks) {
  const Cut pieces = cut(message, slice);
  if (pieces.count == 1) {
    return single_slice(path, last, clocks);
  }
  Recurrence recurrence(path, slice, pieces.count, Recurrence::Memory::kSteps);
  std::vector<Femtos> occupancy(path.size());
  for (std::int64_t k = 1; k <= pieces.count; ++k) {
    for (std::size_t s = 0; s < path.size(); ++s) {
      const Femtos nominal = k == pieces.count ? last[s].count() : recurrence.full(s);
      occupancy[s] = clocks[s] != nullptr ? clocks[s]->advance(nominal) : nominal;
    }
    recurrence.step(occupancy);
  }
  return recurrence.profile();
}

}  // namespace sealring::fabric
