// The pure event queue every timed thing shares. SystemC drains it from one SC_METHOD (sim/kernel); tests drain it directly.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/units/units.hpp"

namespace sealring::queue {

/// At one instant, what frees a resource is seen before what asks for one.
enum class Phase : std::uint8_t { kRelease = 0, kArrive = 1, kStart = 2, kObserve = 3 };

/// Receives events. `instance` orders handlers at equal instant and phase; it must follow from the machine's description
/// (a rank, a station number), never from construction order, and be unique among the handlers of one queue.
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

/// Names a posted event that may be cancelled.
struct Ticket {
  std::uint32_t slot = 0;
  std::uint32_t generation = 0;
};

/// Order: instant, phase, instance, sequence of posting.
class EventQueue {
 public:
  EventQueue();
  ~EventQueue();
  EventQueue(const EventQueue&) = delete;
  EventQueue& operator=(const EventQueue&) = delete;

  [[nodiscard]] Instant now() const;
  /// Posting into the past is a bug and throws std::logic_error.
  void post(Instant at, Phase phase, Handler& handler, std::uint32_t what, std::uint64_t detail);
  [[nodiscard]] Ticket post_cancellable(Instant at, Phase phase, Handler& handler, std::uint32_t what, std::uint64_t detail);
  /// False when the event has run or was cancelled before.
  bool cancel(Ticket ticket);

  [[nodiscard]] bool empty() const;
  [[nodiscard]] Instant next() const;  ///< Instant::max() when empty
  void run_one();
  /// Runs events up to and including `limit`; returns the number run.
  std::uint64_t run_until(Instant limit);
  std::uint64_t run_all() { return run_until(Instant::max()); }
  [[nodiscard]] std::uint64_t events_run() const;

 private:
  struct Impl;
  Impl* impl_;
};

}  // namespace sealring::queue
