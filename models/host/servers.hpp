// First-come-first-served servers of equal kind: host cores, copy engines, a helper thread.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/gpu/services.hpp"
#include "models/label.hpp"
#include "sim/queue/event_queue.hpp"
#include "sim/stats/activity_log.hpp"

namespace sealring::host {

/// A stretch of time with one label.
struct Segment {
  Label label = Label::kHostWork;
  Duration time;
};

/// Segments run one after the other; the first `held` of them occupy the server, the others only delay the completion.
struct Job {
  std::array<Segment, 4> segments{};
  int count = 0;
  int held = 0;
  std::int32_t track = 0;
  std::uint32_t name = 0;
  std::int64_t bytes = 0;
  void add(Label label, Duration time) { segments[static_cast<std::size_t>(count++)] = {label, time}; }
};

/// Models:  `units` equal servers, first come first served in the order of run() calls; the earliest free one takes the
/// job. Ignores: pre-emption, priorities, affinity; a server's speed does not depend on its neighbours. Source:
/// textbook multi-server queue; exact because every service time is known on arrival.
class Servers final : public queue::Handler {
 public:
  Servers(std::uint32_t instance, int units, queue::EventQueue& queue, stats::ActivityLog& log);

  /// `cause` ended now. The activities are recorded at once; `who` hears at the end, through an event of its own. A job
  /// that had to wait is caused by the job that occupied the server before it.
  void run(const Job& job, stats::ActivityId cause, gpu::Completion& who, std::uint64_t token);
  void handle(std::uint32_t what, std::uint64_t detail) override;

  [[nodiscard]] int units() const { return static_cast<int>(units_.size()); }
  [[nodiscard]] int in_flight() const { return in_flight_; }
  [[nodiscard]] Duration busy() const { return busy_; }  ///< summed over the units

 private:
  struct Unit {
    Instant free_at;
    stats::ActivityId last = stats::kNone;
  };
  struct Pending {
    gpu::Completion* who = nullptr;
    std::uint64_t token = 0;
    stats::ActivityId activity = stats::kNone;
  };
  Unit& earliest();
  stats::ActivityId record(const Job& job, const Segment& segment, Instant start, stats::ActivityId cause);
  void post(Instant at, const Pending& pending);

  queue::EventQueue& queue_;
  stats::ActivityLog& log_;
  std::vector<Unit> units_;
  std::vector<Pending> pending_;
  std::vector<std::uint32_t> free_slots_;
  int in_flight_ = 0;
  Duration busy_;
};

}  // namespace sealring::host
