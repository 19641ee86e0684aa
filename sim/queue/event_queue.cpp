// The colder half of the queue: sinking, cancelling, renumbering.
#include "sim/queue/event_queue.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "sim/units/clock_range.hpp"

namespace sealring::queue {

EventQueue::EventQueue() = default;
EventQueue::~EventQueue() = default;

namespace {

/// `b` where `second`, else `a`; arithmetic, because a branch on the order of two children is mispredicted half the
/// time.
std::size_t either(std::size_t a, std::size_t b, bool second) { return a + ((b - a) & (std::size_t{0} - second)); }

}  // namespace

void EventQueue::sift_down(const Entry& entry) {
  Entry* const heap = heap_.data();
  const std::size_t size = heap_.size();
  const Order order = order_of(entry);
  std::size_t at = 0;
  std::size_t child = 1;
  for (; child + 3 < size; child = 4 * at + 1) {
    const std::size_t low = either(child, child + 1, order_of(heap[child + 1]) < order_of(heap[child]));
    const std::size_t high = either(child + 2, child + 3, order_of(heap[child + 3]) < order_of(heap[child + 2]));
    const std::size_t least = either(low, high, order_of(heap[high]) < order_of(heap[low]));
    if (order < order_of(heap[least])) {
      break;
    }
    heap[at] = heap[least];
    at = least;
  }
  if (child + 3 >= size && child < size) {  // the last parent may have fewer than four
    std::size_t least = child;
    for (std::size_t other = child + 1; other < size; ++other) {
      least = order_of(heap[other]) < order_of(heap[least]) ? other : least;
    }
    if (order_of(heap[least]) < order) {
      heap[at] = heap[least];
      at = least;
    }
  }
  heap[at] = entry;
}

void EventQueue::fill_hole() {
  hole_ = false;
  const Entry last = heap_.back();
  heap_.pop_back();
  if (!heap_.empty()) {
    sift_down(last);
  }
}

void EventQueue::free_slot(std::uint32_t slot) {
  bodies_[slot].handler = nullptr;
  ++bodies_[slot].generation;
  free_slots_.push_back(slot);
}

void EventQueue::drop_dead_top() {
  while (!heap_.empty() && bodies_[heap_.front().slot].handler == nullptr) {
    free_slots_.push_back(heap_.front().slot);
    --dead_;
    fill_hole();
  }
}

bool EventQueue::cancel(Ticket ticket) {
  if (ticket.slot >= bodies_.size() || bodies_[ticket.slot].generation != ticket.generation ||
      bodies_[ticket.slot].handler == nullptr) {
    return false;
  }
  bodies_[ticket.slot].handler = nullptr;
  ++bodies_[ticket.slot].generation;
  ++dead_;
  if (dead_ > 64 && dead_ > heap_.size() / 2) {
    remove_dead();
  }
  return true;
}

void EventQueue::remove_dead() {
  settle();
  const auto is_dead = [this](const Entry& entry) { return bodies_[entry.slot].handler == nullptr; };
  for (const Entry& entry : heap_) {
    if (is_dead(entry)) {
      free_slots_.push_back(entry.slot);
    }
  }
  heap_.erase(std::remove_if(heap_.begin(), heap_.end(), is_dead), heap_.end());
  dead_ = 0;
  std::sort(heap_.begin(), heap_.end(), [](const Entry& a, const Entry& b) {
    return order_of(a) < order_of(b);
  });  // a sorted array is a heap
}

void EventQueue::renumber() {
  settle();
  constexpr std::uint64_t mask = kSequences - 1;
  std::vector<Entry*> order(heap_.size());
  std::transform(heap_.begin(), heap_.end(), order.begin(), [](Entry& entry) { return &entry; });
  std::sort(
      order.begin(), order.end(), [](const Entry* a, const Entry* b) { return (a->key & mask) < (b->key & mask); });
  sequence_ = 0;
  for (Entry* entry : order) {
    entry->key = (entry->key & ~mask) | sequence_++;
  }
}

void EventQueue::grow_slots() {
  const std::size_t old = bodies_.size();
  const std::size_t size = std::max<std::size_t>(64, 2 * old);
  bodies_.resize(size, Body{nullptr, 0, 0, 1});  // generation 0 is the default ticket's
  free_slots_.reserve(size);
  for (std::size_t slot = size; slot > old; --slot) {
    free_slots_.push_back(static_cast<std::uint32_t>(slot - 1));
  }
}

Instant EventQueue::next() const {
  const_cast<EventQueue*>(this)->settle();  // changes how the events are stored, not which there are
  return heap_.empty() ? Instant::max() : Instant(Duration(static_cast<std::int64_t>(heap_.front().at)));
}

inline void EventQueue::run_top() {
  const Entry top = heap_.front();
  const Body body = bodies_[top.slot];
  free_slot(top.slot);
  now_ = top.at;
  hole_ = true;
  ++events_run_;
  body.handler->handle(body.what, body.detail);
}

void EventQueue::run_one() {
  settle();
  if (heap_.empty()) {
    throw std::logic_error("run_one on an empty event queue");
  }
  run_top();
}

std::uint64_t EventQueue::run_until(Instant limit) {
  if (limit.count() < 0) {
    return 0;
  }
  const std::uint64_t before_this = events_run_;
  const auto last = static_cast<std::uint64_t>(limit.count());
  for (settle(); !heap_.empty() && heap_.front().at <= last; settle()) {
    run_top();
  }
  return events_run_ - before_this;
}

void EventQueue::run_before(const Instant& limit) {
  for (settle(); !heap_.empty() && heap_.front().at < static_cast<std::uint64_t>(limit.count()); settle()) {
    run_top();
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
