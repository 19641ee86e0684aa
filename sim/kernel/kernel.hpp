// The doorway to SystemC: its clock in our units, its errors as exceptions, and the start of a simulation.
#pragma once

#include <stdexcept>
#include <string>

#include <systemc>

#include "sim/units/units.hpp"

namespace sealring::kernel {

/// What SystemC reported as an error, with the instance and the simulated time in its text.
class KernelError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Sets the clock's tick, silences the banner and installs the report handler. Call once per process, before any module
/// exists; later calls change nothing.
void use_femtosecond_ticks();

/// SystemC's clock. While the queue driver runs ahead, the queue's own now() is later.
[[nodiscard]] Instant now();
[[nodiscard]] sc_core::sc_time to_sc(Duration d);  ///< throws std::out_of_range when negative
[[nodiscard]] sc_core::sc_time to_sc(Instant t);
[[nodiscard]] Duration from_sc(const sc_core::sc_time& t);  ///< throws std::out_of_range beyond 2.5 hours

/// Runs what was elaborated until nothing is left to do. An exception that a driven event threw comes out unchanged.
void run_elaborated();
/// As above, but stops SystemC's clock at `limit`.
void run_elaborated(Instant limit);

/// For the queue driver: keeps the exception that is on its way and stops the simulation.
void stop_with_current_exception();

}  // namespace sealring::kernel
