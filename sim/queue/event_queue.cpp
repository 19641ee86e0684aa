// The colder half of the queue: turning pages, cancelling, renumbering.
#include "sim/queue/event_queue.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "sim/units/clock_range.hpp"

namespace sealring::queue {
namespace {

constexpr std::size_t kReview = 16'384;  // events, at least, between two looks at the length of a day
constexpr unsigned kShortestDay = 10;    // 1 ps
constexpr unsigned kLongestDay = 44;     // 18 ms

}  // namespace

EventQueue::EventQueue() : todays_{{kNever, 0}} {}
EventQueue::~EventQueue() = default;

void EventQueue::free_slot(std::uint32_t slot) {
  bodies_[slot].handler = nullptr;
  ++bodies_[slot].generation;
  free_slots_.push_back(slot);
}

bool EventQueue::drop_dead_first() {
  const bool today = today_is_first();
  if (heap_.size() + todays_left() == 0) {
    return false;
  }
  const std::uint32_t slot = today ? todays_[next_].slot : heap_.first_slot();
  if (bodies_[slot].handler != nullptr) {
    return false;
  }
  free_slots_.push_back(slot);
  --dead_;
  if (today) {
    ++next_;
  } else {
    heap_.drop_first();
  }
  return true;
}

/// Today's events have all run. The length of a day is looked at before, not after: what is filed anew then may not
/// include the page just turned, or two lengths could take turns for ever.
void EventQueue::turn_page() {
  if (in_time_ + far_ >= std::max(kReview, 2 * pending())) {
    review_day();
    if (calendar_.size() == 0 || first_at() < calendar_.tomorrow()) {
      return;
    }
  }
  todays_.clear();
  next_ = 0;
  for (std::uint32_t slot = calendar_.take_day(); slot != EventCalendar::kNobody; slot = bodies_[slot].follows) {
    todays_.push_back({bodies_[slot].key, slot});
  }
  sort_today();
  calendar_.took(todays_.size());
  ++days_;
  in_time_ += todays_.size();
  todays_.push_back({kNever, 0});
}

/// By insertion where there are few, which is what the length of a day is chosen for.
void EventQueue::sort_today() {
  constexpr std::size_t kInsertion = 24;
  const auto earlier = [](const Filed& a, const Filed& b) { return a.key < b.key; };
  if (todays_.size() > kInsertion) {
    std::sort(todays_.begin(), todays_.end(), earlier);
    return;
  }
  for (std::size_t i = 1; i < todays_.size(); ++i) {
    const Filed event = todays_[i];
    std::size_t at = i;
    for (; at > 0 && event.key < todays_[at - 1].key; --at) {
      todays_[at] = todays_[at - 1];
    }
    todays_[at] = event;
  }
}

/// Days with a handful of events are best; but if many events fall on one instant, shorter days separate nothing, and
/// only leave more of the others outside.
void EventQueue::review_day() {
  const bool too_short = far_ > in_time_ / 4 || in_time_ < 3 * days_;
  const bool too_long = in_time_ > 12 * days_;
  const unsigned shift = calendar_.shift();
  if (too_short && shift < kLongestDay) {
    change_day(shift + 1);
  } else if (too_long && shift > kShortestDay) {
    change_day(shift - 1);
  }
  days_ = in_time_ = far_ = 0;
}

void EventQueue::change_day(unsigned shift) {
  const std::vector<Filed> all = take_all();
  calendar_.begin(shift, now_);
  file_anew(all);
}

/// Which says nothing about the length of a day.
void EventQueue::file_anew(const std::vector<Filed>& all) {
  const std::size_t far = far_;
  for (const Filed& event : all) {
    file(event.key, event.slot);
  }
  far_ = far;
}

std::vector<EventQueue::Filed> EventQueue::take_all() {
  std::vector<Filed> all;
  const auto keep = [&](EventKey key, std::uint32_t slot) {
    if (bodies_[slot].handler == nullptr) {
      free_slots_.push_back(slot);
    } else {
      all.push_back({key, slot});
    }
  };
  heap_.close_hole();
  heap_.drain(keep);
  for (; todays_left() > 0; ++next_) {
    keep(todays_[next_].key, todays_[next_].slot);
  }
  while (calendar_.size() > 0) {
    std::size_t count = 0;
    for (std::uint32_t slot = calendar_.take_day(); slot != EventCalendar::kNobody; slot = bodies_[slot].follows) {
      keep(bodies_[slot].key, slot);
      ++count;
    }
    calendar_.took(count);
  }
  dead_ = 0;
  return all;
}

bool EventQueue::cancel(Ticket ticket) {
  if (ticket.slot >= bodies_.size() || bodies_[ticket.slot].generation != ticket.generation ||
      bodies_[ticket.slot].handler == nullptr) {
    return false;
  }
  bodies_[ticket.slot].handler = nullptr;
  ++bodies_[ticket.slot].generation;
  ++dead_;
  if (dead_ > 64 && dead_ > pending()) {
    change_day(calendar_.shift());  // leaves the cancelled ones out
  }
  return true;
}

void EventQueue::renumber() {
  constexpr std::uint64_t mask = kSequences - 1;
  std::vector<Filed> all = take_all();
  std::sort(
      all.begin(), all.end(), [](const Filed& a, const Filed& b) { return (a.key.rest & mask) < (b.key.rest & mask); });
  sequence_ = 0;
  for (Filed& event : all) {
    event.key.rest = (event.key.rest & ~mask) | sequence_++;
  }
  file_anew(all);
}

void EventQueue::grow_slots() {
  const std::size_t old = bodies_.size();
  const std::size_t size = std::max<std::size_t>(64, 2 * old);
  bodies_.resize(size);
  free_slots_.reserve(size);
  for (std::size_t slot = size; slot > old; --slot) {
    free_slots_.push_back(static_cast<std::uint32_t>(slot - 1));
  }
}

Instant EventQueue::next() const {
  const_cast<EventQueue*>(this)->settle();  // changes where the events are filed, not which there are
  return pending() == 0 ? Instant::max() : Instant(Duration(static_cast<std::int64_t>(first_at())));
}

inline void EventQueue::run_first() {
  std::uint32_t slot = 0;
  if (today_is_first()) {
    now_ = todays_[next_].key.at;
    slot = todays_[next_++].slot;
  } else {
    now_ = heap_.first().at;
    slot = heap_.first_slot();
    heap_.leave_hole();
  }
  Body& body = bodies_[slot];
  Handler& handler = *body.handler;
  const std::uint64_t detail = body.detail;
  const std::uint32_t what = body.what;
  free_slot(slot);
  ++events_run_;
  handler.handle(what, detail);
}

void EventQueue::run_one() {
  settle();
  if (pending() == 0) {
    throw std::logic_error("run_one on an empty event queue");
  }
  run_first();
}

std::uint64_t EventQueue::run_until(Instant limit) {
  if (limit.count() < 0) {
    return 0;
  }
  const std::uint64_t before_this = events_run_;
  const auto last = static_cast<std::uint64_t>(limit.count());
  for (settle(); first_at() <= last; settle()) {
    run_first();
  }
  return events_run_ - before_this;
}

void EventQueue::run_before(const Instant& limit) {
  for (settle(); first_at() < static_cast<std::uint64_t>(limit.count()); settle()) {
    run_first();
  }
}

void EventQueue::refuse_past(Instant at) const {
  if (at < Instant()) {
    throw ClockExceeded();  // the sum went round
  }
  throw std::logic_error("an event posted for " + std::to_string(at.count()) + " fs at " + std::to_string(now_) +
                         " fs");
}

}  // namespace sealring::queue
