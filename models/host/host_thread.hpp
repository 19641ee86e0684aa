// The host thread of one rank: issues the program in order, ahead of the GPU as far as the launch queue and blocking
// calls let it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/host/copy_timing.hpp"
#include "models/host/device.hpp"
#include "models/host/host_spec.hpp"
#include "models/host/program.hpp"
#include "models/security/profile_spec.hpp"
#include "sim/queue/event_queue.hpp"
#include "sim/stats/activity_log.hpp"

namespace sealring::host {

/// Host time of each kind of call, without and with what confidential computing adds.
struct CallCosts {
  DriverSpec driver;
  security::TollSpec toll;
  CopyTiming copies;
};

/// Models:  one submission at a time: API cost (kLaunch), then what confidential computing adds (kLaunchToll); at most
///          launch_queue submissions that have not finished on the GPU, else the thread blocks (kQueueFull) until one
///          finishes; synchronise and blocking copies wait for their stream. An op of n launches is issued in blocks of
///          at most an eighth of the launch queue, each one event; its first and last submission keep their own
///          instants.
/// Ignores: cost of recording and waiting for events, jitter, several threads per rank, the core the thread itself
/// occupies. Source:  API costs and tolls are single-operation measurements of the machine and the profile.
class HostThread final : public queue::Handler, public gpu::Completion, public SubmissionListener {
 public:
  /// References outlive the thread. `ops` is the rank's program.
  struct Surroundings {
    const std::vector<Op>& ops;
    queue::EventQueue& queue;
    stats::ActivityLog& log;
    Device& device;
  };
  HostThread(std::int32_t rank, const CallCosts& costs, const Surroundings& around);

  /// Begins to issue now; `cause` ended now.
  void start(stats::ActivityId cause = stats::kNone);

  [[nodiscard]] bool finished() const;
  /// For each mark reached: the activity that ended last of all work issued before it, the host's own included.
  /// kPending where that work has not finished.
  static constexpr stats::ActivityId kPending = stats::kNone - 1;
  [[nodiscard]] const std::vector<stats::ActivityId>& marks() const { return marks_; }
  /// What the thread waits for; empty when it has issued everything.
  [[nodiscard]] std::string waits_for() const;

  void handle(std::uint32_t what, std::uint64_t detail) override;
  void completed(std::uint64_t token, stats::ActivityId activity) override;
  void freed(int launches, stats::ActivityId activity) override;

 private:
  enum class Wait : std::uint8_t { kNothing, kSlots, kDrain, kCopy };
  // Each returns false when the thread cannot go on now.
  bool issue(const Op& op);
  bool issue_kernel(const Op& op);
  bool issue_collective();
  bool issue_copy(const Op& op);
  bool issue_synchronize(const Op& op);
  bool issue_mark();

  void run();
  bool take_slots(int wanted);
  void spend(Label label, Duration time);
  void spend_launches(Submission& block);
  [[nodiscard]] Submission block_of(int launches) const;
  bool next_op();
  bool let_time_pass();
  void resume_at(Instant at, std::uint32_t what);

  std::int32_t track_;
  CallCosts costs_;
  Surroundings around_;
  int free_slots_;
  int largest_block_;
  std::size_t next_ = 0;
  int launched_ = 0;                       ///< of the op at next_
  Instant at_;                             ///< the thread's own clock, ahead of the queue within one step
  stats::ActivityId last_ = stats::kNone;  ///< ends at at_
  std::int32_t name_ = 0;                  ///< of the op being issued
  Wait wait_ = Wait::kNothing;
  Instant blocked_since_;
  int wanted_slots_ = 0;
  std::vector<stats::ActivityId> marks_;
  std::vector<stats::ActivityId> host_at_mark_;
  int open_marks_ = 0;
};

}  // namespace sealring::host
