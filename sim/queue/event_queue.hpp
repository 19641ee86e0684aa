// The pure event queue every timed thing shares. SystemC drains it from one SC_METHOD (sim/kernel); tests drain it
// directly.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/queue/event_calendar.hpp"
#include "sim/queue/event_heap.hpp"
#include "sim/units/units.hpp"

namespace sealring::queue {

/// At one instant, what frees a resource is seen before what asks for one.
enum class Phase : std::uint8_t { kRelease = 0, kArrive = 1, kStart = 2, kObserve = 3 };

/// Receives events. `instance` orders handlers at equal instant and phase; it must follow from the machine's
/// description (a rank, a station number), never from construction order, and be unique among the handlers of one
/// queue.
class Handler {
 public:
  explicit Handler(std::uint32_t instance) : instance_(instance) {}
  virtual ~Handler() = default;
  /// `what` and `detail` are whatever was posted.
  virtual void handle(std::uint32_t what, std::uint64_t detail) = 0;
  [[nodiscard]] std::uint32_t instance() const { return instance_; }

 private:
  std::uint32_t instance_;
};

/// Names a posted event that may be cancelled. A default one names no event.
struct Ticket {
  std::uint32_t slot = 0;
  std::uint32_t generation = 0;
};

/// Order: instant, phase, instance, sequence of posting. Events lie in a heap of small keys, or, where many are
/// pending, in a calendar until their day comes; a day's events are sorted at once, and those that are posted for the
/// same day still go to the heap. The slots of the slab that holds what a handler gets are kept beside the keys. Which
/// event lies where has no influence on the order. Nothing is allocated once the vectors have grown to the largest
/// number pending.
class EventQueue {
 public:
  EventQueue();
  ~EventQueue();
  EventQueue(const EventQueue&) = delete;
  EventQueue& operator=(const EventQueue&) = delete;

  [[nodiscard]] Instant now() const { return Instant(Duration(static_cast<std::int64_t>(now_))); }
  /// Posting into the past is a bug and throws std::logic_error.
  void post(Instant at, Phase phase, Handler& handler, std::uint32_t what, std::uint64_t detail) {
    push(at, phase, handler.instance(), handler, what, detail);
  }
  /// For a handler that stands for many instances (all stations of a fabric): `instance` replaces the handler's own.
  void post_as(
      std::uint32_t instance, Instant at, Phase phase, Handler& handler, std::uint32_t what, std::uint64_t detail) {
    push(at, phase, instance, handler, what, detail);
  }
  [[nodiscard]] Ticket post_cancellable(
      Instant at, Phase phase, Handler& handler, std::uint32_t what, std::uint64_t detail) {
    return push(at, phase, handler.instance(), handler, what, detail);
  }
  [[nodiscard]] Ticket post_cancellable_as(
      std::uint32_t instance, Instant at, Phase phase, Handler& handler, std::uint32_t what, std::uint64_t detail) {
    return push(at, phase, instance, handler, what, detail);
  }
  /// False when the event has run or was cancelled before.
  bool cancel(Ticket ticket);

  [[nodiscard]] bool empty() const { return pending() == 0; }
  [[nodiscard]] std::size_t pending() const { return heap_.size() + todays_left() + calendar_.size() - dead_; }
  [[nodiscard]] Instant next() const;  ///< Instant::max() when empty
  void run_one();                      ///< throws std::logic_error when empty
  /// Runs events up to and including `limit`; returns the number run.
  std::uint64_t run_until(Instant limit);
  /// Runs events before `limit`, which a handler may change meanwhile. Instant::max() means no limit.
  void run_before(const Instant& limit);
  std::uint64_t run_all() { return run_until(Instant::max()); }
  /// Cancelled events are not counted.
  [[nodiscard]] std::uint64_t events_run() const { return events_run_; }

 private:
  static constexpr unsigned kSequenceBits = 30;
  static constexpr std::uint64_t kSequences = std::uint64_t{1} << kSequenceBits;
  /// With fewer pending, the heap alone is faster.
  static constexpr std::size_t kFew = 48;

  struct Filed {
    EventKey key;
    std::uint32_t slot;
  };
  /// What a handler gets, and where it is entered in the calendar: the key and the slot that follows in its list.
  struct alignas(64) Body {
    Handler* handler = nullptr;  ///< null: cancelled
    std::uint64_t detail = 0;
    std::uint32_t what = 0;
    std::uint32_t generation = 1;  ///< 0 is the default ticket's
    EventKey key{};
    std::uint32_t follows = EventCalendar::kNobody;
  };

  Ticket push(
      Instant at, Phase phase, std::uint32_t instance, Handler& handler, std::uint32_t what, std::uint64_t detail) {
    const auto instant = static_cast<std::uint64_t>(at.count());
    if (instant < now_ || at.count() < 0) {
      refuse_past(at);
    }
    if (sequence_ == kSequences) {
      renumber();
    }
    const EventKey key{
        instant, (static_cast<std::uint64_t>(phase) << 62U) | (std::uint64_t{instance} << kSequenceBits) | sequence_++};
    const std::uint32_t slot = take_slot();
    Body& body = bodies_[slot];
    body.handler = &handler;
    body.detail = detail;
    body.what = what;
    file(key, slot);
    return {slot, body.generation};
  }
  /// Into the calendar or the heap.
  void file(EventKey key, std::uint32_t slot) {
    if (calendar_.size() + todays_left() == 0) {
      if (heap_.size() < kFew) {
        heap_.push(key, slot);
        return;
      }
      calendar_.begin(calendar_.shift(), now_);
    }
    if (key.at >= calendar_.tomorrow() && key.at < calendar_.next_year()) {
      bodies_[slot].key = key;
      bodies_[slot].follows = calendar_.enter(key.at, slot);
    } else {
      far_ += key.at < calendar_.next_year() ? 0U : 1U;
      heap_.push(key, slot);
    }
  }
  std::uint32_t take_slot() {
    if (free_slots_.empty()) {
      grow_slots();
    }
    const std::uint32_t slot = free_slots_.back();
    free_slots_.pop_back();
    return slot;
  }
  void turn_page();
  void sort_today();
  void review_day();
  void change_day(unsigned shift);
  bool drop_dead_first();
  [[nodiscard]] bool today_is_first() const { return todays_[next_].key < heap_.first(); }
  [[nodiscard]] std::uint64_t first_at() const { return std::min(todays_[next_].key.at, heap_.first().at); }
  [[nodiscard]] std::size_t todays_left() const { return todays_.size() - 1 - next_; }
  /// Afterwards the first event to run is the first of today's or of the heap.
  void settle() {
    heap_.close_hole();
    do {
      while (calendar_.size() > 0 && first_at() >= calendar_.tomorrow()) {
        turn_page();
      }
    } while (dead_ > 0 && drop_dead_first());
  }
  void run_first();
  void free_slot(std::uint32_t slot);
  void grow_slots();
  /// All events but the cancelled ones, which are gone then; in no order. They must be filed anew.
  std::vector<Filed> take_all();
  void file_anew(const std::vector<Filed>& all);
  void renumber();
  [[noreturn]] void refuse_past(Instant at) const;

  EventHeap heap_;
  EventCalendar calendar_;
  std::vector<Body, LineAllocator<Body>> bodies_;
  std::vector<std::uint32_t> free_slots_;
  std::vector<Filed> todays_;  ///< in order; the last one is no event, and later than all
  std::size_t next_ = 0;       ///< of todays_
  std::uint64_t now_ = 0;
  std::uint64_t sequence_ = 0;
  std::uint64_t events_run_ = 0;
  std::size_t dead_ = 0;  ///< cancelled entries still filed
  // Since the length of a day was last looked at:
  std::size_t days_ = 0;
  std::size_t in_time_ = 0;  ///< events that came from the calendar
  std::size_t far_ = 0;      ///< events too far ahead for it
};

}  // namespace sealring::queue
