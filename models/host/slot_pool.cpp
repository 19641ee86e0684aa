#include "models/host/slot_pool.hpp"

#include <algorithm>
#include <stdexcept>

namespace sealring::host {

SlotPool::SlotPool(std::uint32_t instance, const SlotPoolSpec& spec, queue::EventQueue& queue, stats::ActivityLog& log)
    : Handler(instance),
      queue_(queue),
      log_(log),
      slots_(spec.slots),
      largest_(std::max(spec.slots, spec.largest)),
      track_(spec.track) {}

int SlotPool::lendable(std::int64_t slots) const {
  return static_cast<int>(std::clamp<std::int64_t>(slots, 1, largest_));
}

void SlotPool::acquire(const gpu::StagingClaim& claim, std::int64_t slots) {
  if (largest_ < 1) {
    throw std::logic_error("a slot was asked of a pool without slots");
  }
  waiting_.push_back({queue_.now(), claim, lendable(slots)});
  grant_waiting();
}

bool SlotPool::fits(const Request& request) {
  const int wanted = in_use_ + request.slots;
  while (slots_ < wanted && slots_ < largest_) {
    slots_ = std::min(largest_, std::max(1, slots_ * 2));
  }
  return wanted <= slots_;
}

// Nobody overtakes the first in the queue, however little he asks for.
void SlotPool::grant_waiting() {
  while (!waiting_.empty() && fits(waiting_.front())) {
    in_use_ += waiting_.front().slots;
    peak_ = std::max(peak_, in_use_);
    granted_.push_back(waiting_.front());
    waiting_.pop_front();
    queue_.post(queue_.now(), queue::Phase::kArrive, *this, 0, 0);
  }
}

void SlotPool::release(std::int64_t slots) {
  const int returned = lendable(slots);
  if (in_use_ < returned) {
    throw std::logic_error("a slot was given back to a pool that had lent none");
  }
  in_use_ -= returned;
  grant_waiting();
}

void SlotPool::handle(std::uint32_t /*what*/, std::uint64_t /*detail*/) {
  const Request request = granted_.front();  // grants are delivered in the order they were made
  granted_.pop_front();
  stats::ActivityId cause = request.claim.cause;
  if (request.since < queue_.now()) {
    stats::Activity wait;
    wait.start = request.since;
    wait.end = queue_.now();
    wait.cause = cause;
    wait.label = static_cast<std::uint8_t>(Label::kStagingFull);
    wait.track = track_;
    cause = log_.record(wait);
  }
  request.claim.who->completed(request.claim.token, cause);
}

}  // namespace sealring::host
