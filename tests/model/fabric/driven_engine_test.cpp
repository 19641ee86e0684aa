// The engines under SystemC's clock: the same deliveries as on the bare queue, in whatever order things are built.
#include <memory>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/fabric/fidelity.hpp"
#include "sim/kernel/kernel.hpp"
#include "sim/kernel/queue_driver_module.hpp"
#include "tests/support/isolated.hpp"
#include "tests/unit/fabric/tiny_networks.hpp"

namespace sealring::fabric::test {
namespace {

std::vector<Traffic::Send> sends() {
  std::vector<Traffic::Send> list;
  for (std::int32_t s = 0; s < 4; ++s) {
    for (std::int32_t d = 0; d < 4; ++d) {
      list.push_back({100 * s, {s, d, Bytes(35 + 10 * d), list.size()}});
    }
  }
  return list;
}

void make_machine(Machine& machine) {
  StarShape shape;
  shape.up = station("up", 1, 5);
  shape.up.far_slots = 2;
  shape.port = station("port", 0.6, 7);
  make_star(shape, machine);
}

std::string text(const Traffic& traffic) {
  std::string all;
  for (const Delivery& d : traffic.deliveries) {
    all += std::to_string(d.token) + "@" + std::to_string(d.at) + " ";
  }
  return all;
}

std::string on_the_bare_queue() {
  Machine machine;
  make_machine(machine);
  queue::EventQueue queue;
  const auto engine = make_engine("slice", machine.network, queue);
  Traffic traffic(queue, *engine);
  traffic.plan(sends());
  queue.run_all();
  return text(traffic);
}

/// A process that wakes often, so that the driver cannot run far ahead.
class Ticker : public sc_core::sc_module {
 public:
  explicit Ticker(const sc_core::sc_module_name& name) : sc_module(name) {
    SC_HAS_PROCESS(Ticker);
    SC_METHOD(tick);
  }

 private:
  void tick() {
    if (kernel::now() < Instant(femtoseconds(900))) {
      next_trigger(kernel::to_sc(femtoseconds(17)));
    }
  }
};

std::string under_systemc(bool driver_first) {
  kernel::use_femtosecond_ticks();
  Machine machine;
  make_machine(machine);
  queue::EventQueue queue;
  const auto engine = make_engine("slice", machine.network, queue);
  Traffic traffic(queue, *engine);
  traffic.plan(sends());
  std::unique_ptr<kernel::QueueDriver> driver;
  if (driver_first) {
    driver = std::make_unique<kernel::QueueDriver>("driver", queue);
  }
  const Ticker ticker("ticker");
  if (!driver_first) {
    driver = std::make_unique<kernel::QueueDriver>("driver", queue);
  }
  kernel::run_elaborated();
  engine->check_conservation();
  return text(traffic);
}

TEST_CASE("the driven engine delivers as on the bare queue") {
  CHECK(sealring::test::isolated([] { return under_systemc(true); }) == on_the_bare_queue());
}

TEST_CASE("the order of construction leaves no trace in the deliveries") {
  CHECK(sealring::test::isolated([] { return under_systemc(true); }) ==
        sealring::test::isolated([] { return under_systemc(false); }));
}

}  // namespace
}  // namespace sealring::fabric::test
