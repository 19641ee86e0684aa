#include "models/gpu/processor.hpp"

#include <algorithm>

namespace sealring::gpu {

Processor::Processor(std::uint32_t instance, int sms, queue::EventQueue& queue, stats::ActivityLog& log)
    : Handler(instance), queue_(queue), log_(log), sharing_(sms) {}

void Processor::start(const Kernel& kernel, stats::ActivityId cause, Completion& who, std::uint64_t token) {
  settle();
  if (free_slots_.empty()) {
    free_slots_.push_back(static_cast<std::uint32_t>(running_.size()));
    running_.emplace_back();
  }
  const std::uint32_t slot = free_slots_.back();
  free_slots_.pop_back();
  running_[slot] = {kernel, queue_.now(), cause, &who, token};
  ++running_count_;
  sharing_.add(slot, kernel.alone, kernel.sms);
  reschedule();
}

void Processor::hold(double sms) {
  settle();
  sharing_.hold(sms);
  reschedule();
}

void Processor::release(double sms) {
  settle();
  sharing_.release(sms);
  reschedule();
}

void Processor::settle() {
  const Duration passed = queue_.now() - settled_;
  if (passed > Duration()) {
    sharing_.advance(passed);
    busy_ += running_count_ > 0 ? passed : Duration();
    settled_ = queue_.now();
  }
}

void Processor::reschedule() {
  if (in_handler_) {
    return;  // once, when all that finished now has been told
  }
  const auto wait = sharing_.next_finish();
  if (posted_ && wait && posted_at_ == queue_.now() + *wait) {
    return;
  }
  if (posted_) {
    queue_.cancel(ticket_);
  }
  posted_ = wait.has_value();
  if (posted_) {
    posted_at_ = queue_.now() + *wait;
    ticket_ = queue_.post_cancellable(posted_at_, queue::Phase::kRelease, *this, 0, 0);
  }
}

void Processor::handle(std::uint32_t /*what*/, std::uint64_t /*detail*/) {
  posted_ = false;
  in_handler_ = true;
  settle();
  std::vector<Running> done;
  while (const auto slot = sharing_.take_finished()) {
    done.push_back(running_[*slot]);
    free_slots_.push_back(*slot);
    --running_count_;
  }
  for (const Running& kernel : done) {
    kernel.who->completed(kernel.token, record(kernel));
  }
  in_handler_ = false;
  reschedule();
}

stats::ActivityId Processor::record(const Running& done) {
  stats::Activity activity;
  activity.start = done.start;
  activity.end = std::min(done.start + done.kernel.alone, queue_.now());
  activity.cause = done.cause;
  activity.label = static_cast<std::uint8_t>(done.kernel.label);
  activity.track = done.kernel.track;
  activity.name = done.kernel.name;
  activity.bytes = done.kernel.bytes;
  const stats::ActivityId nominal = log_.record(activity);
  if (activity.end == queue_.now()) {
    return nominal;
  }
  activity.start = activity.end;
  activity.end = queue_.now();
  activity.cause = nominal;
  activity.label = static_cast<std::uint8_t>(Label::kSmContention);
  activity.bytes = 0;
  return log_.record(activity);
}

}  // namespace sealring::gpu
