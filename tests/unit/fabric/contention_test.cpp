// Networks small enough to compute by hand. Times are femtoseconds; a rate of 1 moves one byte per femtosecond.
#include <vector>

#include <catch2/catch.hpp>

#include "models/fabric/booked_engine.hpp"
#include "models/fabric/station_engine.hpp"
#include "tests/unit/fabric/tiny_networks.hpp"

namespace sealring::fabric::test {
namespace {

/// Runs the sends and returns the instant of each delivery, by token.
template <class E>
std::vector<std::int64_t> run(const Network& network, const std::vector<Traffic::Send>& sends) {
  queue::EventQueue queue;
  E engine(network, queue);
  Traffic traffic(queue, engine);
  traffic.plan(sends);
  queue.run_all();
  engine.check_conservation();
  std::vector<std::int64_t> at;
  for (std::size_t token = 0; token < sends.size(); ++token) {
    at.push_back(traffic.at(token));
  }
  return at;
}

StarShape plain_star() {
  StarShape shape;
  shape.up = station("up", 1, 5);
  shape.port = station("port", 1, 7);
  return shape;
}

TEMPLATE_TEST_CASE("one message takes the sum of its parts", "", StationEngine, BookedEngine) {
  Machine machine;
  make_star(plain_star(), machine);

  // 25 B are slices of 10, 10 and 5. The first leaves the uplink at 10 and is at the port at 15; from then on the port
  // is never idle: 15 + 25 = 40, and 7 more to the destination.
  CHECK(run<TestType>(machine.network, {{0, {0, 1, Bytes(25), 0}}}) == std::vector<std::int64_t>{47});
}

TEMPLATE_TEST_CASE("a cut-through station starts with the first byte", "", StationEngine, BookedEngine) {
  StarShape shape = plain_star();
  shape.port.cut_through = true;
  Machine machine;
  make_star(shape, machine);

  // Head at the port 0 + 5, so it works from 5 to 15 (equal rates); delivered at 15 + 7. Stored first it would be 10
  // later.
  CHECK(run<TestType>(machine.network, {{0, {0, 1, Bytes(10), 0}}}) == std::vector<std::int64_t>{22});
}

TEMPLATE_TEST_CASE("a fast cut-through station cannot finish before its input has", "", StationEngine, BookedEngine) {
  StarShape shape = plain_star();
  shape.port = station("port", 2, 7);
  shape.port.cut_through = true;
  Machine machine;
  make_star(shape, machine);

  // Started at 5, it would be done at 10, but the last byte is there at 15 only.
  CHECK(run<TestType>(machine.network, {{0, {0, 1, Bytes(10), 0}}}) == std::vector<std::int64_t>{22});
}

TEMPLATE_TEST_CASE("an empty message is one header", "", StationEngine, BookedEngine) {
  StarShape shape = plain_star();
  shape.up.framing = {Bytes(8), Bytes(3)};
  Machine machine;
  make_star(shape, machine);

  // 3 header bytes on the uplink, 5 latency; the port has no header, so the least occupancy of 1, and 7 latency.
  CHECK(run<TestType>(machine.network, {{0, {0, 1, Bytes(0), 0}}}) == std::vector<std::int64_t>{3 + 5 + 1 + 7});
}

TEMPLATE_TEST_CASE("packets pay for every started header", "", StationEngine, BookedEngine) {
  StarShape shape = plain_star();
  shape.up.framing = {Bytes(4), Bytes(2)};
  Machine machine;
  make_star(shape, machine);

  // 10 B are packets of 4, 4 and 2 with 2 B each: 16 on the uplink; 5; 10 at the port; 7.
  CHECK(run<TestType>(machine.network, {{0, {0, 1, Bytes(10), 0}}}) == std::vector<std::int64_t>{16 + 5 + 10 + 7});
}

/// Three sources send two slices each to 0; source 1 then has one slice for the idle destination 2.
std::vector<Traffic::Send> incast_with_bystander() {
  return {{0, {1, 0, Bytes(20), 0}}, {0, {2, 0, Bytes(20), 1}}, {0, {3, 0, Bytes(20), 2}}, {0, {1, 2, Bytes(10), 3}}};
}

StarShape incast_star() {
  StarShape shape;
  shape.up = station("up", 1, 5);
  shape.up.far_slots = 1;
  shape.up.credit_latency = femtoseconds(3);
  shape.port = station("port", 0.5, 5);
  return shape;
}

TEMPLATE_TEST_CASE("three senders on one destination push back to the bystander behind them",
                   "",
                   StationEngine,
                   BookedEngine) {
  Machine machine;
  make_star(incast_star(), machine);

  const std::vector<std::int64_t> at = run<TestType>(machine.network, incast_with_bystander());

  // Uplinks work 0..10; a1, b1, c1 are at port 0 at 15 (tie: by uplink). Port 0: a1 15..35, b1 35..55, c1 55..75.
  // One slot each: a2 may start 3 after a1 left the port, at 38, is at the port at 38 + 10 + 5 = 53; b2 starts at 58,
  // arrives at 73; c2 starts at 78, arrives at 93. Port 0: a2 75..95, b2 95..115, c2 115..135; each delivered 5 later.
  CHECK(at[0] == 100);
  CHECK(at[1] == 120);
  CHECK(at[2] == 140);
  // The bystander needs the slot of a2, back at 95 + 3: uplink 98..108, port 2 at 113..133, delivered at 138.
  CHECK(at[3] == 138);
}

TEMPLATE_TEST_CASE("without the bounded buffer the bystander would be 78 early", "", StationEngine, BookedEngine) {
  StarShape shape = incast_star();
  shape.up.far_slots = 0;
  Machine machine;
  make_star(shape, machine);

  const std::vector<std::int64_t> at = run<TestType>(machine.network, incast_with_bystander());

  // Uplink 20..30, port 2 at 35..55, delivered at 60: the shortcut that no ring detects.
  CHECK(at[3] == 60);
}

TEMPLATE_TEST_CASE("at one instant the lower uplink goes first whatever the order of the calls",
                   "",
                   StationEngine,
                   BookedEngine) {
  Machine machine;
  make_star(plain_star(), machine);

  const auto at = run<TestType>(machine.network, {{0, {2, 0, Bytes(10), 0}}, {0, {1, 0, Bytes(10), 1}}});

  // Both are at port 0 at 15; uplink 1 is served 15..25, uplink 2 25..35.
  CHECK(at == std::vector<std::int64_t>{42, 32});
}

TEMPLATE_TEST_CASE("slots free out of order when the stations behind differ in speed",
                   "",
                   StationEngine,
                   BookedEngine) {
  StarShape shape;
  shape.up = station("up", 1, 5);
  shape.up.far_slots = 2;
  shape.port = station("port", 1, 5);
  Machine machine;
  make_star(shape, machine);
  machine.network.stations[1] = station("port0", 0.1, 5);  // ports are the odd stations
  machine.network.stations[1].shared = true;

  const auto at =
      run<TestType>(machine.network, {{0, {2, 0, Bytes(10), 0}}, {0, {2, 1, Bytes(10), 1}}, {0, {2, 3, Bytes(10), 2}}});

  // Uplink 2: x 0..10, y 10..20. x is at the slow port 15..115, y at port 1 25..35. z takes y's slot at 35, not x's at
  // 115: uplink 35..45, port 3 at 50..60.
  CHECK(at == std::vector<std::int64_t>{120, 40, 65});
}

/// Steps of a ring: each delivery lets the receiver send on.
template <class E>
std::int64_t ring_end(const Network& network, int steps, Bytes message) {
  queue::EventQueue queue;
  E engine(network, queue);
  Traffic traffic(queue, engine);
  const int n = network.endpoints;
  const auto send = [&](std::int32_t from, int step) {
    engine.send({from, (from + 1) % n, message, static_cast<std::uint64_t>(from * 1000 + step)});
  };
  traffic.on_delivery = [&](std::uint64_t token) {
    const int step = static_cast<int>(token % 1000) + 1;
    if (step < steps) {
      send((static_cast<std::int32_t>(token / 1000) + 1) % n, step);
    }
  };
  for (std::int32_t rank = 0; rank < n; ++rank) {
    send(rank, 0);
  }
  queue.run_all();
  return queue.now().count();
}

TEMPLATE_TEST_CASE("a ring takes 2 times n-1 steps of one idle message", "", StationEngine, BookedEngine) {
  StarShape shape = plain_star();
  shape.endpoints = 5;
  shape.port.cut_through = true;
  shape.up.far_slots = 2;
  Machine machine;
  make_star(shape, machine);

  // One step of 20 B at equal rates, cut through: 5 + 20 + 7 = 32; 2 x 4 steps.
  CHECK(ring_end<TestType>(machine.network, 8, Bytes(20)) == 8 * 32);
}

TEMPLATE_TEST_CASE("a ring does not notice that back-pressure was dropped and all-to-all does",
                   "",
                   StationEngine,
                   BookedEngine) {
  StarShape shape = plain_star();
  shape.port = station("port", 0.7, 7);
  shape.up.far_slots = 2;
  shape.up.credit_latency = femtoseconds(5);
  Machine exact;
  make_star(shape, exact);
  shape.up.far_slots = 0;
  Machine dropped;
  make_star(shape, dropped);
  std::vector<Traffic::Send> everyone;
  for (std::int32_t s = 0; s < 4; ++s) {
    for (std::int32_t d = 0; d < 4; ++d) {
      everyone.push_back({0, {s, (s / 2 + d) % 4, Bytes(40 + 10 * d), everyone.size()}});
    }
  }

  CHECK(ring_end<TestType>(exact.network, 6, Bytes(10)) == ring_end<TestType>(dropped.network, 6, Bytes(10)));
  CHECK(run<TestType>(exact.network, everyone) != run<TestType>(dropped.network, everyone));
}

/// The shortcut that books every station of the path when the message is sent, in order of sending.
std::vector<std::int64_t> book_at_send(const Machine& machine, const std::vector<Traffic::Send>& sends) {
  std::vector<std::int64_t> free(machine.network.stations.size()), at;
  for (const auto& send : sends) {
    const Path path = machine.router.path(send.transfer.source, send.transfer.destination);
    std::int64_t tail = send.at;
    for (int i = 0; i < path.length; ++i) {
      const auto s = static_cast<std::size_t>(path.stations[static_cast<std::size_t>(i)]);
      free[s] = std::max(tail, free[s]) + send.transfer.payload.count();  // rate 1, one slice
      tail = free[s] + machine.network.stations[s].latency.count();
    }
    at.push_back(tail);
  }
  return at;
}

TEST_CASE("booking the switch port at send time is right on a ring and wrong on crossing traffic") {
  Machine machine;
  make_star(plain_star(), machine);
  const std::vector<Traffic::Send> ring{
      {0, {0, 1, Bytes(10), 0}}, {0, {1, 2, Bytes(10), 1}}, {0, {2, 3, Bytes(10), 2}}, {0, {3, 0, Bytes(10), 3}}};
  // Source 0 sends to 1, 2, 3 in turn; source 1 sends to 3 a little later, but reaches that port first.
  const std::vector<Traffic::Send> crossing{
      {0, {0, 1, Bytes(10), 0}}, {0, {0, 2, Bytes(10), 1}}, {0, {0, 3, Bytes(10), 2}}, {1, {1, 3, Bytes(10), 3}}};

  CHECK(run<BookedEngine>(machine.network, ring) == book_at_send(machine, ring));
  CHECK(run<BookedEngine>(machine.network, crossing)[3] == 1 + 10 + 5 + 10 + 7);
  CHECK(book_at_send(machine, crossing)[3] == 35 + 10 + 10 + 7);  // behind a slice that is at the port at 35 only
}

TEMPLATE_TEST_CASE("one slot everywhere does not deadlock an all-to-all", "", StationEngine, BookedEngine) {
  StarShape shape = plain_star();
  shape.endpoints = 6;
  shape.with_down = true;
  shape.down = station("down", 0.3, 4);
  shape.up.far_slots = shape.port.far_slots = shape.down.far_slots = 1;
  Machine machine;
  make_star(shape, machine);
  std::vector<Traffic::Send> everyone;
  for (std::int32_t s = 0; s < 6; ++s) {
    for (std::int32_t d = 0; d < 6; ++d) {
      everyone.push_back({0, {s, d, Bytes(55), everyone.size()}});
    }
  }

  CHECK(run<TestType>(machine.network, everyone).size() == 36);
}

}  // namespace
}  // namespace sealring::fabric::test
