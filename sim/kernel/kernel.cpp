// SystemC's global state is touched here and nowhere else.
#include "sim/kernel/kernel.hpp"

#include <cstdlib>
#include <exception>
#include <functional>
#include <iostream>
#include <limits>
#include <utility>

extern "C" int sc_main(int, char**);
// libsystemc wants one even though our main never hands over to it; a program may still bring its own.
extern "C" __attribute__((weak)) int sc_main(int, char**) { return 0; }

namespace sealring::kernel {
namespace {

// SystemC has one simulation per process, so what it threw is one per process too.
std::exception_ptr& pending_exception() {
  static std::exception_ptr pending;
  return pending;
}

std::string sentence(const sc_core::sc_report& report) {
  std::string text = report.get_msg_type();
  if (report.get_msg() != nullptr && *report.get_msg() != '\0') {
    text += ": " + std::string(report.get_msg());
  }
  if (report.get_process_name() != nullptr) {
    text += "; in " + std::string(report.get_process_name());
  }
  return text + "; at " + report.get_time().to_string();
}

void on_report(const sc_core::sc_report& report, const sc_core::sc_actions& actions) {
  if (report.get_severity() >= sc_core::SC_ERROR) {
    throw KernelError(sentence(report));
  }
  if ((actions & sc_core::SC_DISPLAY) != 0) {
    std::cerr << (report.get_severity() == sc_core::SC_WARNING ? "warning: " : "") << sentence(report) << '\n';
  }
}

void rethrow_pending() {
  if (const std::exception_ptr pending = std::exchange(pending_exception(), nullptr)) {
    std::rethrow_exception(pending);
  }
}

void run(const std::function<void()>& start) {
  try {
    start();
  } catch (const KernelError&) {
    rethrow_pending();
    throw;
  }
  rethrow_pending();
}

}  // namespace

void use_femtosecond_ticks() {
  static bool done = false;
  if (std::exchange(done, true)) {
    return;
  }
  ::setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  sc_core::sc_report_handler::set_handler(on_report);
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  sc_core::sc_report_handler::set_actions(sc_core::SC_ID_NO_SC_START_ACTIVITY_, sc_core::SC_DO_NOTHING);
  sc_core::sc_set_time_resolution(1, sc_core::SC_FS);
}

Instant now() { return Instant(from_sc(sc_core::sc_time_stamp())); }

sc_core::sc_time to_sc(Duration d) {
  if (d.count() < 0) {
    throw std::out_of_range("a negative duration has no SystemC time");
  }
  return sc_core::sc_time::from_value(static_cast<sc_core::sc_time::value_type>(d.count()));
}

sc_core::sc_time to_sc(Instant t) { return to_sc(t.since_start()); }

Duration from_sc(const sc_core::sc_time& t) {
  if (t.value() > static_cast<sc_core::sc_time::value_type>(std::numeric_limits<std::int64_t>::max())) {
    throw std::out_of_range("a SystemC time exceeds 2.5 hours, the range of the clock");
  }
  return Duration(static_cast<std::int64_t>(t.value()));
}

void run_elaborated() {
  run([] { sc_core::sc_start(); });
}

void run_elaborated(Instant limit) {
  run([limit] { sc_core::sc_start(to_sc(limit - now()), sc_core::SC_RUN_TO_TIME); });
}

void stop_with_current_exception() {
  pending_exception() = std::current_exception();
  sc_core::sc_stop();
}

}  // namespace sealring::kernel
