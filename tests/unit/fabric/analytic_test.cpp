// What the closed forms say where messages meet.
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/fabric/fidelity.hpp"
#include "tests/unit/fabric/tiny_networks.hpp"

namespace sealring::fabric::test {
namespace {

constexpr std::int64_t kMessage = 10'000;  ///< a thousand slices of ten bytes

/// `pairs` sources of one byte per femtosecond share an uplink of `uplink` and fan out to sinks as fast as they are.
void make_shared_uplink(int pairs, double uplink, Machine& machine) {
  auto& stations = machine.network.stations;
  stations.push_back(station("uplink", uplink, 50));
  stations.back().cut_through = stations.back().shared = true;
  for (int i = 0; i < pairs; ++i) {
    const auto out = static_cast<StationId>(stations.size());
    stations.push_back(station("out" + std::to_string(i), 1, 50));
    stations.push_back(station("in" + std::to_string(i), 1, 50));
    stations.back().cut_through = stations.back().shared = true;
    machine.router.add(i, pairs + i, {out, 0, out + 1});
  }
  machine.network.endpoints = 2 * pairs;
  machine.network.slice = Bytes(10);
  machine.network.router = &machine.router;
}

std::int64_t last_delivery(const std::string& fidelity,
                           const Machine& machine,
                           const std::vector<Traffic::Send>& sends) {
  queue::EventQueue queue;
  const auto engine = make_engine(fidelity, machine.network, queue);
  Traffic traffic(queue, *engine);
  traffic.plan(sends);
  queue.run_all();
  engine->check_conservation();
  return queue.now().count();
}

std::vector<Traffic::Send> one_each(int pairs) {
  std::vector<Traffic::Send> sends;
  for (std::int32_t i = 0; i < pairs; ++i) {
    sends.push_back({0, {i, pairs + i, Bytes(kMessage), static_cast<std::uint64_t>(i)}});
  }
  return sends;
}

TEST_CASE("closed forms let two flows share an uplink of twice their rate") {
  Machine machine;
  make_shared_uplink(2, 2, machine);

  // Neither is slowed down: both take their own 10,000 fs and a few slices of pipeline.
  CHECK(last_delivery("analytic", machine, one_each(2)) == Approx(kMessage).epsilon(0.02));
  CHECK(last_delivery("analytic", machine, one_each(2)) ==
        Approx(last_delivery("slice", machine, one_each(2))).epsilon(0.01));
}

TEST_CASE("closed forms make four flows wait for an uplink of twice their rate") {
  Machine machine;
  make_shared_uplink(4, 2, machine);

  // 40,000 bytes through 2 bytes per femtosecond.
  CHECK(last_delivery("analytic", machine, one_each(4)) == Approx(20'000).epsilon(0.01));
  CHECK(last_delivery("analytic", machine, one_each(4)) ==
        Approx(last_delivery("slice", machine, one_each(4))).epsilon(0.01));
}

TEST_CASE("closed forms keep an uplink slower than its flows busy without a gap") {
  Machine machine;
  make_shared_uplink(3, 0.7, machine);

  // A slice takes 10 / 0.7 = 15 whole femtoseconds; three thousand of them.
  CHECK(last_delivery("analytic", machine, one_each(3)) == Approx(45'000).epsilon(0.01));
}

TEST_CASE("closed forms hold a source for as long as its slices trickle out") {
  Machine machine;
  make_shared_uplink(1, 0.5, machine);
  machine.network.stations[1].far_slots = 2;

  // Two slots come back every 50 + 20 fs, so 2 x 1,000 slices take 2,000 x 35 fs.
  const std::vector<Traffic::Send> twice{{0, {0, 1, Bytes(kMessage), 0}}, {0, {0, 1, Bytes(kMessage), 1}}};
  CHECK(last_delivery("analytic", machine, twice) == Approx(70'000).epsilon(0.01));
  CHECK(last_delivery("analytic", machine, twice) == Approx(last_delivery("slice", machine, twice)).epsilon(0.01));
}

TEST_CASE("closed forms keep nothing further on for messages that still wait at their source") {
  Machine machine;
  make_shared_uplink(2, 2, machine);

  // Source 0 has ten messages at once; the one that source 1 sends a little later does not wait for all of them.
  std::vector<Traffic::Send> sends;
  for (std::uint64_t i = 0; i < 10; ++i) {
    sends.push_back({0, {0, 2, Bytes(kMessage), i}});
  }
  sends.push_back({100, {1, 3, Bytes(kMessage), 10}});
  queue::EventQueue queue;
  const auto engine = make_engine("analytic", machine.network, queue);
  Traffic traffic(queue, *engine);
  traffic.plan(sends);
  queue.run_all();

  CHECK(static_cast<double>(traffic.at(10)) == Approx(100 + kMessage).epsilon(0.02));
  CHECK(static_cast<double>(traffic.at(9)) == Approx(10 * kMessage).epsilon(0.02));
}

/// Sources 0 and 1 send to 2, one behind the other; what source 1 then sends to the idle 3 is delivered when?
std::int64_t delivery_behind_a_waiting_message(const std::string& fidelity, int slots) {
  Machine machine;
  StarShape shape;
  shape.slice = 100;
  shape.up = station("up", 1, 5);
  shape.up.far_slots = slots;
  shape.port = station("port", 1, 5);
  shape.port.cut_through = true;
  make_star(shape, machine);
  queue::EventQueue queue;
  const auto engine = make_engine(fidelity, machine.network, queue);
  Traffic traffic(queue, *engine);
  traffic.plan({{0, {0, 2, Bytes(kMessage), 0}}, {1, {1, 2, Bytes(kMessage), 1}}, {1, {1, 3, Bytes(kMessage), 2}}});
  queue.run_all();
  return traffic.at(2);
}

TEST_CASE("closed forms let a message wait in a buffer that holds it, while its source goes on") {
  // Two messages of a hundred slices leave source 1 within 20,000 fs, though the port of the first is busy for as long.
  CHECK(delivery_behind_a_waiting_message("analytic", 100) == Approx(2 * kMessage).epsilon(0.01));
  CHECK(delivery_behind_a_waiting_message("analytic", 100) ==
        Approx(delivery_behind_a_waiting_message("slice", 100)).epsilon(0.01));
}

TEST_CASE("closed forms hold the source of a message that its buffer does not hold") {
  // The first message of source 1 leaves with the port's pace, behind the one of source 0: at 20,000 fs.
  CHECK(delivery_behind_a_waiting_message("analytic", 2) == Approx(3 * kMessage).epsilon(0.01));
  CHECK(delivery_behind_a_waiting_message("analytic", 2) ==
        Approx(delivery_behind_a_waiting_message("slice", 2)).epsilon(0.01));
}

TEST_CASE("closed forms deliver a short message behind a long one of its pair later") {
  Machine machine;
  make_shared_uplink(1, 3, machine);
  machine.network.stations[2].rate = Bandwidth(0.25e15);
  queue::EventQueue queue;
  const auto engine = make_engine("analytic", machine.network, queue);
  Traffic traffic(queue, *engine);
  traffic.plan({{0, {0, 1, Bytes(995), 0}}, {0, {0, 1, Bytes(1), 1}}, {0, {0, 1, Bytes(10), 2}}});
  queue.run_all();

  CHECK(traffic.at(0) < traffic.at(1));
  CHECK(traffic.at(1) < traffic.at(2));
}

}  // namespace
}  // namespace sealring::fabric::test
