#include "sim/kernel/kernel.hpp"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "sim/kernel/queue_driver_module.hpp"
#include "tests/support/isolated.hpp"

namespace sealring::kernel {
namespace {

using queue::EventQueue;
using queue::Phase;

Instant at_ns(std::int64_t n) { return Instant(nanoseconds(n)); }

/// Writes down every event it gets, with the queue's clock.
class Scribe : public queue::Handler {
 public:
  Scribe(std::uint32_t instance, EventQueue& queue, std::string& log) : Handler(instance), queue_(queue), log_(log) {}
  void handle(std::uint32_t what, std::uint64_t) override {
    log_ += "q" + std::to_string(what) + "@" + std::to_string(queue_.now().count() / 1'000'000) + " ";
  }

 private:
  EventQueue& queue_;
  std::string& log_;
};

/// A process of its own clock: writes at 10 ns and 20 ns, and posts to the queue at its own now.
class Ticker : public sc_core::sc_module {
 public:
  Ticker(const sc_core::sc_module_name& name, EventQueue& queue, Scribe& scribe, std::string& log)
      : sc_module(name), queue_(queue), scribe_(scribe), log_(log) {
    SC_HAS_PROCESS(Ticker);
    SC_METHOD(tick);
  }

 private:
  void tick() {
    const auto ns = now().count() / 1'000'000;
    if (ns > 0) {
      log_ += "s@" + std::to_string(ns) + " ";
      queue_.post(now(), Phase::kArrive, scribe_, 100, 0);
    }
    if (ns < 20) {
      next_trigger(to_sc(nanoseconds(10)));
    }
  }
  EventQueue& queue_;
  Scribe& scribe_;
  std::string& log_;
};

std::string run_beside_a_ticker(bool ticker_first) {
  use_femtosecond_ticks();
  EventQueue queue;
  std::string log;
  Scribe scribe(1, queue, log);
  for (std::uint32_t i = 1; i <= 5; ++i) {
    queue.post(at_ns(5 * i), Phase::kStart, scribe, i, 0);
  }
  if (ticker_first) {
    Ticker ticker("ticker", queue, scribe, log);
    QueueDriver driver("driver", queue);
    run_elaborated();
    return log;
  }
  QueueDriver driver("driver", queue);
  Ticker ticker("ticker", queue, scribe, log);
  run_elaborated();
  return log;
}

class Thrower : public queue::Handler {
 public:
  Thrower() : Handler(9) {}
  void handle(std::uint32_t, std::uint64_t) override { throw std::out_of_range("from an event"); }
};

TEST_CASE("durations keep every femtosecond on the way to SystemC and back") {
  const std::string back = test::isolated([] {
    use_femtosecond_ticks();
    return std::to_string(from_sc(to_sc(femtoseconds(8'999'999'999'999'999'999))).count());
  });

  CHECK(back == "8999999999999999999");
}

TEST_CASE("the queue and a SystemC process interleave by instant and the process goes first in a tie") {
  const std::string log = test::isolated([] { return run_beside_a_ticker(true); });

  // The ticker acts at 10 and 20 ns; what it posts there (kArrive) precedes the queue's own event (kStart) of that
  // instant.
  CHECK(log == "q1@5 s@10 q100@10 q2@10 q3@15 s@20 q100@20 q4@20 q5@25 ");
}

TEST_CASE("the order of construction does not change the order of events") {
  const std::string one = test::isolated([] { return run_beside_a_ticker(true); });
  const std::string other = test::isolated([] { return run_beside_a_ticker(false); });

  CHECK(one == other);
}

TEST_CASE("alone the driver drains everything in one go and SystemC's clock catches up") {
  const std::string seen = test::isolated([] {
    use_femtosecond_ticks();
    EventQueue queue;
    std::string log;
    Scribe scribe(1, queue, log);
    for (std::uint32_t i = 1; i <= 3; ++i) {
      queue.post(at_ns(7 * i), Phase::kStart, scribe, i, 0);
    }
    QueueDriver driver("driver", queue);
    run_elaborated();
    return log + std::to_string(driver.activations()) + " " + sc_core::sc_time_stamp().to_string();
  });

  CHECK(seen == "q1@7 q2@14 q3@21 2 21 ns");
}

TEST_CASE("a handler that runs ahead wakes a process at the queue's instant") {
  struct Sleeper : sc_core::sc_module {
    Sleeper(const sc_core::sc_module_name& n, std::string& l) : sc_module(n), log(l) {
      SC_HAS_PROCESS(Sleeper);
      SC_METHOD(wake);
      dont_initialize();
      sensitive << event;
    }
    void wake() { log += "woken@" + std::to_string(now().count() / 1'000'000) + " "; }
    sc_core::sc_event event;
    std::string& log;
  };
  struct Waker : queue::Handler {
    Waker(QueueDriver& d, Sleeper& s) : Handler(3), driver(d), sleeper(s) {}
    void handle(std::uint32_t, std::uint64_t) override {
      driver.notify(sleeper.event, driver.queue().now() + nanoseconds(4));
    }
    QueueDriver& driver;
    Sleeper& sleeper;
  };
  const std::string log = test::isolated([] {
    use_femtosecond_ticks();
    EventQueue queue;
    std::string text;
    Scribe scribe(1, queue, text);
    QueueDriver driver("driver", queue);
    Sleeper sleeper("sleeper", text);
    Waker waker(driver, sleeper);
    queue.post(at_ns(10), Phase::kStart, waker, 0, 0);
    queue.post(at_ns(13), Phase::kStart, scribe, 1, 0);
    queue.post(at_ns(14), Phase::kStart, scribe, 2, 0);
    run_elaborated();
    return text;
  });

  CHECK(log == "q1@13 woken@14 q2@14 ");
}

TEST_CASE("an exception of an event comes out of the run with its type") {
  const std::string caught = test::isolated([] {
    use_femtosecond_ticks();
    EventQueue queue;
    Thrower thrower;
    queue.post(at_ns(1), Phase::kStart, thrower, 0, 0);
    QueueDriver driver("driver", queue);
    try {
      run_elaborated();
    } catch (const std::out_of_range& error) {
      return std::string(error.what());
    }
    return std::string("nothing");
  });

  CHECK(caught == "from an event");
}

TEST_CASE("a SystemC error becomes an exception that names its place and time") {
  struct Unbound : sc_core::sc_module {
    explicit Unbound(const sc_core::sc_module_name& n) : sc_module(n) {}
    sc_core::sc_in<bool> port{"port"};
  };
  const std::string caught = test::isolated([] {
    use_femtosecond_ticks();
    Unbound unbound("lonely");
    try {
      run_elaborated();
    } catch (const KernelError& error) {
      return std::string(error.what());
    }
    return std::string("nothing");
  });

  CHECK_THAT(caught, Catch::Matchers::Contains("lonely.port"));
  CHECK_THAT(caught, Catch::Matchers::Contains("at 0 s"));
}

TEST_CASE("a run can stop at an instant") {
  const std::string log = test::isolated([] {
    use_femtosecond_ticks();
    EventQueue queue;
    std::string text;
    Scribe scribe(1, queue, text);
    Ticker ticker("ticker", queue, scribe, text);
    QueueDriver driver("driver", queue);
    run_elaborated(at_ns(15));
    return text + sc_core::sc_time_stamp().to_string();
  });

  CHECK(log == "s@10 q100@10 15 ns");
}

}  // namespace
}  // namespace sealring::kernel
