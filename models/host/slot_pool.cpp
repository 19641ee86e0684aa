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

void SlotPool::acquire(stats::ActivityId cause, gpu::Completion& who, std::uint64_t token) {
  if (largest_ < 1) {
    throw std::logic_error("a slot was asked of a pool without slots");
  }
  const Request request{queue_.now(), cause, &who, token};
  if (in_use_ == slots_ && slots_ < largest_) {
    slots_ = std::min(largest_, std::max(1, slots_ * 2));
  }
  if (in_use_ < slots_) {
    grant(request);
  } else {
    waiting_.push_back(request);
  }
}

void SlotPool::grant(const Request& request) {
  ++in_use_;
  peak_ = std::max(peak_, in_use_);
  granted_.push_back(request);
  queue_.post(queue_.now(), queue::Phase::kArrive, *this, 0, 0);
}

void SlotPool::release() {
  if (in_use_ == 0) {
    throw std::logic_error("a slot was given back to a pool that had lent none");
  }
  --in_use_;
  if (!waiting_.empty()) {
    const Request next = waiting_.front();
    waiting_.pop_front();
    grant(next);
  }
}

void SlotPool::handle(std::uint32_t /*what*/, std::uint64_t /*detail*/) {
  const Request request = granted_.front();  // grants are delivered in the order they were made
  granted_.pop_front();
  stats::ActivityId cause = request.cause;
  if (request.since < queue_.now()) {
    stats::Activity wait;
    wait.start = request.since;
    wait.end = queue_.now();
    wait.cause = request.cause;
    wait.label = static_cast<std::uint8_t>(Label::kStagingFull);
    wait.track = track_;
    cause = log_.record(wait);
  }
  request.who->completed(request.token, cause);
}

}  // namespace sealring::host
