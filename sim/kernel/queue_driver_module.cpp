// The drain: a loop over the queue between two instants of SystemC.
#include "sim/kernel/queue_driver_module.hpp"

#include <stdexcept>

#include "sim/kernel/kernel.hpp"

namespace sealring::kernel {

QueueDriver::QueueDriver(const sc_core::sc_module_name& name, queue::EventQueue& queue)
    : sc_module(name), queue_(queue) {
  SC_HAS_PROCESS(QueueDriver);
  SC_METHOD(drain);
}

void QueueDriver::notify(sc_core::sc_event& event, Instant at) {
  if (at < queue_.now()) {
    throw std::logic_error("a SystemC event notified for an instant that the queue has passed");
  }
  event.notify(to_sc(at - now()));
  if (at < limit_) {
    limit_ = at;
  }
}

void QueueDriver::drain() {
  ++activations_;
  if (sc_core::sc_pending_activity_at_current_time()) {
    next_trigger(sc_core::SC_ZERO_TIME);
    return;
  }
  try {
    run_ahead();
    sleep();
  } catch (...) {
    stop_with_current_exception();  // SystemC would keep the text and lose the type
  }
}

void QueueDriver::run_ahead() {
  const bool alone = !sc_core::sc_pending_activity_at_future_time();
  limit_ = alone ? Instant::max() : now() + from_sc(sc_core::sc_time_to_pending_activity());
  queue_.run_before(limit_);  // a handler may lower the limit through notify()
}

void QueueDriver::sleep() {
  if (limit_ != Instant::max()) {
    next_trigger(to_sc(limit_ - now()));
  } else if (queue_.now() > now()) {
    next_trigger(to_sc(queue_.now() - now()));  // lets SystemC's clock end where the queue ended
  } else {
    next_trigger(never_);
  }
}

}  // namespace sealring::kernel
