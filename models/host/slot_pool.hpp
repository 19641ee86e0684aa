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

/// Models:  slots granted first come, first served, several at once where one request asks for several; a pool that is
///          too small doubles up to its largest size, then requests wait.
/// Ignores: the time of growing, placement, fragmentation; a request for more than the largest size takes the whole
/// pool
///          once and then runs as if it fitted.
/// Source:  the driver's bounce pool holds 32 buffers of 2 MB per GPU and doubles when exhausted; the largest size is
///          assumed.
class SlotPool final : public queue::Handler {
 public:
  SlotPool(std::uint32_t instance, const SlotPoolSpec& spec, queue::EventQueue& queue, stats::ActivityLog& log);

  /// The claim's cause ended now. The grant always comes through an event of its own, at this instant when the slots
  /// are free. A grant that waited is an activity labelled kStagingFull.
  void acquire(const gpu::StagingClaim& claim, std::int64_t slots = 1);
  /// As many slots as were acquired at once. Throws std::logic_error when fewer are held.
  void release(std::int64_t slots = 1);
  void handle(std::uint32_t what, std::uint64_t detail) override;

  [[nodiscard]] int slots() const { return slots_; }
  [[nodiscard]] int in_use() const { return in_use_; }
  [[nodiscard]] int waiting() const { return static_cast<int>(waiting_.size()); }
  [[nodiscard]] int peak() const { return peak_; }

 private:
  struct Request {
    Instant since;
    gpu::StagingClaim claim;
    int slots = 1;
  };
  [[nodiscard]] int lendable(std::int64_t slots) const;
  [[nodiscard]] bool fits(const Request& request);
  void grant_waiting();

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
