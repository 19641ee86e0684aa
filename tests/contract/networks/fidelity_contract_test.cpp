// What every row of the catalogue of fidelities promises.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/fabric/fidelity.hpp"
#include "tests/unit/fabric/tiny_networks.hpp"

namespace sealring::fabric::test {
namespace {

using Catch::Matchers::Contains;

void make_machine(Machine& machine) {
  StarShape shape;
  shape.up = station("up", 1, 50);
  shape.up.framing = {Bytes(8), Bytes(2)};
  shape.up.far_slots = 3;
  shape.up.credit_latency = femtoseconds(20);
  shape.port = station("port", 0.8, 70);
  shape.port.cut_through = true;
  shape.slice = 32;
  make_star(shape, machine);
}

struct Run {
  explicit Run(std::string_view fidelity) {
    make_machine(machine);
    engine = make_engine(fidelity, machine.network, queue);
    traffic = std::make_unique<Traffic>(queue, *engine);
  }
  Machine machine;
  queue::EventQueue queue;
  std::unique_ptr<Engine> engine;
  std::unique_ptr<Traffic> traffic;
};

std::vector<Traffic::Send> all_to_all() {
  std::vector<Traffic::Send> sends;
  for (std::int32_t s = 0; s < 4; ++s) {
    for (std::int32_t d = 0; d < 4; ++d) {
      sends.push_back({0, {s, d, Bytes(100 * (1 + s) + d), sends.size()}});
    }
  }
  return sends;
}

TEST_CASE("every fidelity has a name and a summary") {
  for (const Fidelity& row : fidelities()) {
    CHECK_FALSE(row.name.empty());
    CHECK_FALSE(row.summary.empty());
  }
}

TEST_CASE("an unknown fidelity is answered with the known ones") {
  queue::EventQueue queue;
  Machine machine;
  make_machine(machine);

  CHECK_THROWS_WITH(make_engine("flit", machine.network, queue),
                    Contains("unknown fidelity 'flit'; known: slice, packet, analytic"));
}

TEST_CASE("every fidelity delivers a lone message after its idle time") {
  for (const Fidelity& row : fidelities()) {
    for (const std::int64_t bytes : {0, 1, 32, 33, 1000}) {
      Run run(row.name);
      run.engine->send({0, 1, Bytes(bytes), 0});
      run.queue.run_all();

      INFO(row.name << " " << bytes);
      CHECK(run.engine->idle_time(0, 1, Bytes(bytes)).count() == run.traffic->at(0));
    }
  }
}

TEST_CASE("slice and analytic have the same idle time to the femtosecond") {
  Run slice("slice");
  Run analytic("analytic");

  for (const std::int64_t bytes : {0, 1, 31, 32, 33, 64, 1'000, 123'456'789}) {
    CHECK(slice.engine->idle_time(0, 1, Bytes(bytes)) == analytic.engine->idle_time(0, 1, Bytes(bytes)));
  }
}

TEST_CASE("every fidelity takes no less time for more bytes") {
  for (const Fidelity& row : fidelities()) {
    Run run(row.name);
    for (std::int64_t bytes = 0; bytes < 200; ++bytes) {
      INFO(row.name << " " << bytes);
      CHECK(run.engine->idle_time(0, 1, Bytes(bytes)) <= run.engine->idle_time(0, 1, Bytes(bytes + 1)));
    }
  }
}

TEST_CASE("every fidelity conserves bytes and delivers each message once") {
  for (const Fidelity& row : fidelities()) {
    Run run(row.name);
    run.traffic->plan(all_to_all());
    run.queue.run_all();

    INFO(row.name);
    CHECK_NOTHROW(run.engine->check_conservation());
    CHECK(run.engine->unfinished().empty());
    CHECK(run.traffic->deliveries.size() == 16);
  }
}

TEST_CASE("no fidelity delivers a message before its idle time") {
  for (const Fidelity& row : fidelities()) {
    Run run(row.name);
    const auto sends = all_to_all();
    run.traffic->plan(sends);
    run.queue.run_all();

    for (const auto& send : sends) {
      INFO(row.name << " " << send.transfer.token);
      CHECK(run.traffic->at(send.transfer.token) >=
            run.engine->idle_time(send.transfer.source, send.transfer.destination, send.transfer.payload).count());
    }
  }
}

TEST_CASE("no fidelity depends on the order of send calls of different sources") {
  auto sends = all_to_all();
  auto other = sends;
  std::stable_sort(
      other.begin(), other.end(), [](const auto& a, const auto& b) { return a.transfer.source > b.transfer.source; });
  for (const Fidelity& row : fidelities()) {
    Run one(row.name);
    one.traffic->plan(sends);
    one.queue.run_all();
    Run two(row.name);
    two.traffic->plan(other);
    two.queue.run_all();

    INFO(row.name);
    CHECK(one.traffic->deliveries == two.traffic->deliveries);
  }
}

TEST_CASE("every fidelity delivers the messages of a pair in order") {
  for (const Fidelity& row : fidelities()) {
    Run run(row.name);
    run.traffic->plan({{0, {0, 1, Bytes(500), 0}}, {0, {0, 1, Bytes(1), 1}}, {0, {0, 1, Bytes(70), 2}}});
    run.queue.run_all();

    INFO(row.name);
    CHECK(run.traffic->deliveries.front().token == 0);
    CHECK(run.traffic->deliveries.back().token == 2);
  }
}

}  // namespace
}  // namespace sealring::fabric::test
