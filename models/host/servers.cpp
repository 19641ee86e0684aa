#include "models/host/servers.hpp"

#include <algorithm>
#include <stdexcept>

namespace sealring::host {

Servers::Servers(std::uint32_t instance, int units, queue::EventQueue& queue, stats::ActivityLog& log)
    : Handler(instance), queue_(queue), log_(log), units_(static_cast<std::size_t>(std::max(units, 0))) {}

Servers::Unit& Servers::earliest() {
  if (units_.empty()) {
    throw std::logic_error("work was given to a machine part with no servers (cores or copy engines are zero)");
  }
  return *std::min_element(
      units_.begin(), units_.end(), [](const Unit& a, const Unit& b) { return a.free_at < b.free_at; });
}

stats::ActivityId Servers::record(const Job& job, const Segment& segment, Instant start, stats::ActivityId cause) {
  if (segment.time == Duration()) {
    return cause;
  }
  stats::Activity activity;
  activity.start = start;
  activity.end = start + segment.time;
  activity.cause = cause;
  activity.label = static_cast<std::uint8_t>(segment.label);
  activity.track = job.track;
  activity.name = job.name;
  activity.bytes = job.bytes;
  return log_.record(activity);
}

void Servers::run(const Job& job, stats::ActivityId cause, gpu::Completion& who, std::uint64_t token) {
  Unit& unit = earliest();
  const bool waits = unit.free_at > queue_.now();
  Instant at = waits ? unit.free_at : queue_.now();
  stats::ActivityId last = waits ? unit.last : cause;
  for (int i = 0; i < job.count; ++i) {
    const Segment& segment = job.segments[static_cast<std::size_t>(i)];
    last = record(job, segment, at, last);
    at += segment.time;
    if (i < job.held) {
      busy_ += segment.time;
      unit = {at, last};
    }
  }
  post(at, {&who, token, last});
}

void Servers::post(Instant at, const Pending& pending) {
  if (free_slots_.empty()) {
    free_slots_.push_back(static_cast<std::uint32_t>(pending_.size()));
    pending_.emplace_back();
  }
  const std::uint32_t slot = free_slots_.back();
  free_slots_.pop_back();
  pending_[slot] = pending;
  ++in_flight_;
  queue_.post(at, queue::Phase::kRelease, *this, 0, slot);
}

void Servers::handle(std::uint32_t /*what*/, std::uint64_t detail) {
  const Pending done = pending_[detail];
  free_slots_.push_back(static_cast<std::uint32_t>(detail));
  --in_flight_;
  done.who->completed(done.token, done.activity);
}

}  // namespace sealring::host
