// Lets SystemC's clock and the event queue advance together.
#pragma once

#include <systemc>

#include "sim/queue/event_queue.hpp"
#include "sim/units/units.hpp"

namespace sealring::kernel {

/// One SC_METHOD that drains an event queue. It runs ahead of SystemC's clock, but never to or past the next instant at
/// which SystemC itself has something to do: at that instant it first lets every process run (one delta later), then
/// goes on. Other processes may therefore post to the queue at SystemC's now without telling the driver. A handler that
/// runs ahead and wants to wake a process must use notify(), which counts from the queue's clock.
class QueueDriver : public sc_core::sc_module {
 public:
  QueueDriver(const sc_core::sc_module_name& name, queue::EventQueue& queue);

  /// Notifies `event` at `at`, an instant of the queue's clock and not before its now.
  void notify(sc_core::sc_event& event, Instant at);
  [[nodiscard]] queue::EventQueue& queue() { return queue_; }
  /// Times the method ran; far fewer than events when nothing else is pending.
  [[nodiscard]] std::uint64_t activations() const { return activations_; }

 private:
  void drain();
  void run_ahead();
  void sleep();

  queue::EventQueue& queue_;
  Instant limit_ = Instant::max();  ///< first instant that must wait for SystemC
  sc_core::sc_event never_;
  std::uint64_t activations_ = 0;
};

}  // namespace sealring::kernel
