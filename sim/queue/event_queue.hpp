// The pure event queue every timed thing shares. SystemC drains it from one SC_METHOD (sim/kernel); tests drain it
// directly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

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

/// Memory that begins at a cache line.
template <class T>
struct LineAllocator {
  using value_type = T;
  static constexpr std::align_val_t kLine{64};
  LineAllocator() = default;
  template <class U>
  LineAllocator(const LineAllocator<U>&) {}  // NOLINT(google-explicit-constructor): allocators convert
  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), kLine)); }
  void deallocate(T* memory, std::size_t) { ::operator delete(memory, kLine); }
  friend bool operator==(LineAllocator, LineAllocator) { return true; }
  friend bool operator!=(LineAllocator, LineAllocator) { return false; }
};

/// Order: instant, phase, instance, sequence of posting. A 4-ary heap of 16-byte keys, the four children of a node in
/// one cache line; the slots of the slab that holds what a handler gets are kept beside them. The event that runs
/// leaves a hole at the top which the first event posted meanwhile fills, because most handlers post exactly one
/// successor. Nothing is allocated once the vectors have grown to the largest number pending.
class EventQueue {
 public:
  EventQueue();
  ~EventQueue();
  EventQueue(const EventQueue&) = delete;
  EventQueue& operator=(const EventQueue&) = delete;

  [[nodiscard]] Instant now() const { return Instant(Duration(static_cast<std::int64_t>(now_))); }
  /// Posting into the past is a bug and throws std::logic_error.
  void post(Instant at, Phase phase, Handler& handler, std::uint32_t what, std::uint64_t detail) {
    push(at, phase, handler.instance(), {&handler, detail, what, 0});
  }
  /// For a handler that stands for many instances (all stations of a fabric): `instance` replaces the handler's own.
  void post_as(
      std::uint32_t instance, Instant at, Phase phase, Handler& handler, std::uint32_t what, std::uint64_t detail) {
    push(at, phase, instance, {&handler, detail, what, 0});
  }
  [[nodiscard]] Ticket post_cancellable(
      Instant at, Phase phase, Handler& handler, std::uint32_t what, std::uint64_t detail) {
    return push(at, phase, handler.instance(), {&handler, detail, what, 0});
  }
  [[nodiscard]] Ticket post_cancellable_as(
      std::uint32_t instance, Instant at, Phase phase, Handler& handler, std::uint32_t what, std::uint64_t detail) {
    return push(at, phase, instance, {&handler, detail, what, 0});
  }
  /// False when the event has run or was cancelled before.
  bool cancel(Ticket ticket);

  [[nodiscard]] bool empty() const { return pending() == 0; }
  [[nodiscard]] std::size_t pending() const { return end_ - kRoot - (hole_ ? 1U : 0U) - dead_; }
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

  static constexpr std::size_t kRoot = 3;  ///< so that the children of a node begin at a multiple of four

  struct Key {
    std::uint64_t at;
    std::uint64_t rest;  ///< phase (2 bits), instance (32), sequence (30)
  };
  static constexpr Key kNever{~std::uint64_t{0}, ~std::uint64_t{0}};
  struct Body {
    Handler* handler;  ///< null: cancelled
    std::uint64_t detail;
    std::uint32_t what;
    std::uint32_t generation;
  };

  __extension__ using Order = unsigned __int128;
  static Order order_of(const Key& key) { return (Order{key.at} << 64U) | key.rest; }

  Ticket push(Instant at, Phase phase, std::uint32_t instance, Body body) {
    const auto instant = static_cast<std::uint64_t>(at.count());
    if (instant < now_ || at.count() < 0) {
      refuse_past(at);
    }
    if (sequence_ == kSequences) {
      renumber();
    }
    const std::uint64_t rest =
        (static_cast<std::uint64_t>(phase) << 62U) | (std::uint64_t{instance} << kSequenceBits) | sequence_++;
    const std::uint32_t slot = take_slot();
    body.generation = bodies_[slot].generation;
    bodies_[slot] = body;
    if (hole_) {
      hole_ = false;
      sift_down({instant, rest}, slot);
    } else {
      if (end_ == keys_.size()) {
        grow_heap();
      }
      sift_up(end_++, {instant, rest}, slot);
    }
    return {slot, body.generation};
  }
  std::uint32_t take_slot() {
    if (free_slots_.empty()) {
      grow_slots();
    }
    const std::uint32_t slot = free_slots_.back();
    free_slots_.pop_back();
    return slot;
  }
  void sift_up(std::size_t at, Key key, std::uint32_t slot) {
    while (at > kRoot) {
      const std::size_t parent = at / 4 + 2;
      if (order_of(key) > order_of(keys_[parent])) {
        break;
      }
      keys_[at] = keys_[parent];
      slots_[at] = slots_[parent];
      at = parent;
    }
    keys_[at] = key;
    slots_[at] = slot;
  }
  void sift_down(Key key, std::uint32_t slot);  ///< puts it where the hole at the top sinks to
  struct Child {
    std::uint64_t at;
    std::size_t place;
  };
  static Child least_of_four(const Key* keys, std::size_t child);
  static std::size_t least_of_tied(const Key* keys, std::size_t child);
  void fill_hole();
  void drop_dead_top();
  void settle() {
    if (hole_) {
      fill_hole();
    }
    if (dead_ > 0) {
      drop_dead_top();
    }
  }
  void run_top();
  void free_slot(std::uint32_t slot);
  void grow_slots();
  void grow_heap();
  void renumber();
  void remove_dead();
  [[noreturn]] void refuse_past(Instant at) const;

  std::vector<Key, LineAllocator<Key>> keys_;  ///< from end_ on: later than everything
  std::vector<std::uint32_t> slots_;           ///< per key
  std::size_t end_ = kRoot;
  std::vector<Body> bodies_;
  std::vector<std::uint32_t> free_slots_;
  std::uint64_t now_ = 0;
  std::uint64_t sequence_ = 0;
  std::uint64_t events_run_ = 0;
  std::size_t dead_ = 0;  ///< cancelled entries still in the heap
  bool hole_ = false;     ///< the top entry is the event that runs now
};

}  // namespace sealring::queue
