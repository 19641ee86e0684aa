// A finite pool of equal buffers with a queue of waiters: bounce buffers of host copies, staging outside the protected
// region.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "models/gpu/services.hpp"
#include "sim/queue/event_queue.hpp"
#include "sim/stats/activity_log.hpp"

namespace sealring::host {

/// `largest` beyond `slots`: the pool doubles when it is exhausted, up to that size.
struct SlotPoolSpec {
  int slots = 0;
  int largest = 0;
  std::int32_t track = 0;
};

/// Models:  slots granted first come, first served; an exhausted pool doubles up to its largest size, then requests
/// wait. Ignores: the time of growing, placement, fragmentation. Source:  the driver's bounce pool holds 32 buffers of
/// 2 MB per GPU and doubles when exhausted; the largest size is assumed.
class SlotPool final : public queue::Handler {
 public:
  SlotPool(std::uint32_t instance, const SlotPoolSpec& spec, queue::EventQueue& queue, stats::ActivityLog& log);

  /// `cause` ended now. The grant always comes through an event of its own, at this instant when a slot is free. A
  /// grant that waited is an activity labelled kStagingFull.
  void acquire(stats::ActivityId cause, gpu::Completion& who, std::uint64_t token);
  /// Throws std::logic_error when nothing was held.
  void release();
  void handle(std::uint32_t what, std::uint64_t detail) override;

  [[nodiscard]] int slots() const { return slots_; }
  [[nodiscard]] int in_use() const { return in_use_; }
  [[nodiscard]] int waiting() const { return static_cast<int>(waiting_.size()); }
  [[nodiscard]] int peak() const { return peak_; }

 private:
  struct Request {
    Instant since;
    stats::ActivityId cause = stats::kNone;
    gpu::Completion* who = nullptr;
    std::uint64_t token = 0;
  };
  void grant(const Request& request);

  queue::EventQueue& queue_;
  stats::ActivityLog& log_;
  int slots_;
  int largest_;
  std::int32_t track_;
  int in_use_ = 0;
  int peak_ = 0;
  std::deque<Request> waiting_;
  std::deque<Request> granted_;
};

}  // namespace sealring::host
