// The colder half of the queue: sinking, cancelling, renumbering.
#include "sim/queue/event_queue.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "sim/units/clock_range.hpp"

namespace sealring::queue {

EventQueue::EventQueue() { grow_heap(); }
EventQueue::~EventQueue() = default;

namespace {

/// `b` where `second`, else `a`; arithmetic, because a branch on the order of two children is mispredicted half the
/// time.
std::size_t either(std::size_t a, std::size_t b, bool second) { return a + ((b - a) & (std::size_t{0} - second)); }

}  // namespace

/// The instants nearly always decide; their minimum comes without waiting for an index to load from.
inline EventQueue::Child EventQueue::least_of_four(const Key* keys, std::size_t child) {
  const Key* const four = keys + child;
  const std::uint64_t low = std::min(four[0].at, four[1].at);
  const std::uint64_t high = std::min(four[2].at, four[3].at);
  const std::size_t lower = child + std::size_t{four[1].at < four[0].at};
  const std::size_t higher = child + 2 + std::size_t{four[3].at < four[2].at};
  const bool tied =
      (unsigned{four[0].at == four[1].at} | unsigned{four[2].at == four[3].at} | unsigned{low == high}) != 0;
  const bool rarely = __builtin_expect(tied, 0) != 0;
  return {std::min(low, high), rarely ? least_of_tied(keys, child) : either(lower, higher, high < low)};
}

std::size_t EventQueue::least_of_tied(const Key* keys, std::size_t child) {
  const std::size_t low = either(child, child + 1, order_of(keys[child + 1]) < order_of(keys[child]));
  const std::size_t high = either(child + 2, child + 3, order_of(keys[child + 3]) < order_of(keys[child + 2]));
  return either(low, high, order_of(keys[high]) < order_of(keys[low]));
}

void EventQueue::sift_down(Key key, std::uint32_t slot) {
  Key* const keys = keys_.data();
  std::uint32_t* const slots = slots_.data();
  std::size_t at = kRoot;
  for (std::size_t child = 4; child < end_; child = 4 * at - 8) {  // those that are missing are later than everything
    const Child least = least_of_four(keys, child);
    if (key.at < least.at || (key.at == least.at && key.rest < keys[least.place].rest)) {
      break;
    }
    keys[at] = {least.at, keys[least.place].rest};
    slots[at] = slots[least.place];
    at = least.place;
  }
  keys[at] = key;
  slots[at] = slot;
}

void EventQueue::fill_hole() {
  hole_ = false;
  const Key last = keys_[--end_];
  keys_[end_] = kNever;
  if (end_ > kRoot) {
    sift_down(last, slots_[end_]);
  }
}

void EventQueue::free_slot(std::uint32_t slot) {
  bodies_[slot].handler = nullptr;
  ++bodies_[slot].generation;
  free_slots_.push_back(slot);
}

void EventQueue::drop_dead_top() {
  while (end_ > kRoot && bodies_[slots_[kRoot]].handler == nullptr) {
    free_slots_.push_back(slots_[kRoot]);
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
  if (dead_ > 64 && dead_ > (end_ - kRoot) / 2) {
    remove_dead();
  }
  return true;
}

void EventQueue::remove_dead() {
  settle();
  const std::size_t old_end = std::exchange(end_, kRoot);
  for (std::size_t i = kRoot; i < old_end; ++i) {
    const Key key = std::exchange(keys_[i], kNever);
    if (bodies_[slots_[i]].handler == nullptr) {
      free_slots_.push_back(slots_[i]);
    } else {
      sift_up(end_++, key, slots_[i]);  // touches places up to i only
    }
  }
  dead_ = 0;
}

void EventQueue::renumber() {
  settle();
  constexpr std::uint64_t mask = kSequences - 1;
  std::vector<Key*> order(end_ - kRoot);
  std::transform(keys_.begin() + kRoot, keys_.begin() + static_cast<std::ptrdiff_t>(end_), order.begin(), [](Key& key) {
    return &key;
  });
  std::sort(order.begin(), order.end(), [](const Key* a, const Key* b) { return (a->rest & mask) < (b->rest & mask); });
  sequence_ = 0;
  for (Key* key : order) {
    key->rest = (key->rest & ~mask) | sequence_++;
  }
}

void EventQueue::grow_heap() {
  const std::size_t size = std::max<std::size_t>(64, 2 * keys_.size());
  keys_.resize(size, kNever);
  slots_.resize(size);
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
  return end_ == kRoot ? Instant::max() : Instant(Duration(static_cast<std::int64_t>(keys_[kRoot].at)));
}

inline void EventQueue::run_top() {
  const std::uint32_t slot = slots_[kRoot];
  const Body body = bodies_[slot];
  free_slot(slot);
  now_ = keys_[kRoot].at;
  hole_ = true;
  ++events_run_;
  body.handler->handle(body.what, body.detail);
}

void EventQueue::run_one() {
  settle();
  if (end_ == kRoot) {
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
  for (settle(); keys_[kRoot].at <= last; settle()) {
    run_top();
  }
  return events_run_ - before_this;
}

void EventQueue::run_before(const Instant& limit) {
  for (settle(); keys_[kRoot].at < static_cast<std::uint64_t>(limit.count()); settle()) {
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
