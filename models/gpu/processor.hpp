// The SMs of one GPU on the event queue: kernels start, share, are re-timed and finish.
#pragma once

#include <cstdint>
#include <vector>

#include "models/gpu/services.hpp"
#include "models/gpu/sm_sharing.hpp"
#include "models/label.hpp"
#include "sim/queue/event_queue.hpp"
#include "sim/stats/activity_log.hpp"

namespace sealring::gpu {

/// A kernel as the SMs see it.
struct Kernel {
  Label label = Label::kCompute;
  std::uint32_t name = 0;
  std::int32_t track = 0;
  Duration alone;
  double sms = 0;
  std::int64_t bytes = 0;
};

/// Timing is SmSharing's. A finished kernel is one activity of its undisturbed length and, when others slowed it, a
/// second one labelled kSmContention.
class Processor final : public queue::Handler {
 public:
  Processor(std::uint32_t instance, int sms, queue::EventQueue& queue, stats::ActivityLog& log);

  /// `cause` ended now. `who` hears through an event, never from within this call.
  void start(const Kernel& kernel, stats::ActivityId cause, Completion& who, std::uint64_t token);
  void hold(double sms);
  void release(double sms);
  void handle(std::uint32_t what, std::uint64_t detail) override;

  [[nodiscard]] int running() const { return running_count_; }
  [[nodiscard]] double held() const { return sharing_.held(); }
  [[nodiscard]] Duration busy() const { return busy_; }  ///< time with at least one kernel, up to the last change

 private:
  struct Running {
    Kernel kernel;
    Instant start;
    stats::ActivityId cause = stats::kNone;
    Completion* who = nullptr;
    std::uint64_t token = 0;
  };
  void settle();
  void reschedule();
  stats::ActivityId record(const Running& done);

  queue::EventQueue& queue_;
  stats::ActivityLog& log_;
  SmSharing sharing_;
  std::vector<Running> running_;
  std::vector<std::uint32_t> free_slots_;
  int running_count_ = 0;
  Instant settled_;
  Duration busy_;
  bool in_handler_ = false;
  bool posted_ = false;
  Instant posted_at_;
  queue::Ticket ticket_;
};

}  // namespace sealring::gpu
