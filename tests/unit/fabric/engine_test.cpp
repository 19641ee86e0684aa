// What every engine owes at its edges: bad input, unfinished messages, counts, the bound on events.
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/fabric/booked_engine.hpp"
#include "models/fabric/station_engine.hpp"
#include "tests/unit/fabric/tiny_networks.hpp"

namespace sealring::fabric::test {
namespace {

using Catch::Matchers::Contains;

StarShape star() {
  StarShape shape;
  shape.up = station("up", 1, 5);
  shape.port = station("port", 1, 7);
  return shape;
}

TEMPLATE_TEST_CASE("counts of a station add up what passed", "", StationEngine, BookedEngine) {
  StarShape shape = star();
  shape.up.framing = {Bytes(5), Bytes(1)};
  Machine machine;
  make_star(shape, machine);
  queue::EventQueue queue;
  TestType engine(machine.network, queue);
  Traffic traffic(queue, engine);
  traffic.plan({{0, {0, 1, Bytes(25), 0}}, {0, {2, 1, Bytes(10), 1}}});

  queue.run_all();

  const StationCount up = engine.count(0);
  CHECK(up.sent == Bytes(25));
  CHECK(up.wire == WireBytes(30));  // five packets
  CHECK(up.slices == 3);
  CHECK(up.busy == femtoseconds(30));
  CHECK(up.longest_wait == femtoseconds(24));  // the third slice behind two of 10 + 2
  const StationCount port = engine.count(3);
  CHECK(port.received == Bytes(35));
  // Port 1: first slices of both at 17, served 17..27 and 27..37; the second of source 0, there at 29, 37..47; its
  // third, there at 35, waits 12 and finds one other.
  CHECK(port.longest_wait == femtoseconds(12));
  CHECK(port.longest_queue == 2);
}

TEMPLATE_TEST_CASE("an endpoint that does not exist is refused", "", StationEngine, BookedEngine) {
  Machine machine;
  make_star(star(), machine);
  queue::EventQueue queue;
  TestType engine(machine.network, queue);

  CHECK_THROWS_WITH(engine.send({0, 4, Bytes(1), 0}), Contains("from endpoint 0 to 4 of 4"));
  CHECK_THROWS_WITH(engine.send({0, 1, Bytes(-1), 0}), Contains("-1 bytes"));
}

TEMPLATE_TEST_CASE("a station without a rate is refused by name", "", StationEngine, BookedEngine) {
  StarShape shape = star();
  shape.port.rate = Bandwidth(0);
  Machine machine;
  make_star(shape, machine);
  queue::EventQueue queue;

  CHECK_THROWS_WITH(TestType(machine.network, queue), Contains("station port0: its rate must be positive"));
}

TEMPLATE_TEST_CASE("a second upstream of an unshared station is refused", "", StationEngine, BookedEngine) {
  Machine machine;
  make_star(star(), machine);
  machine.network.stations[1].shared = false;  // port0
  queue::EventQueue queue;
  TestType engine(machine.network, queue);
  engine.send({1, 0, Bytes(1), 0});

  CHECK_THROWS_WITH(engine.send({2, 0, Bytes(1), 1}), Contains("port0 is reached by a second upstream"));
}

TEMPLATE_TEST_CASE("a shared cut-through station needs a latency before it", "", StationEngine, BookedEngine) {
  StarShape shape = star();
  shape.up.latency = Duration();
  shape.port.cut_through = true;
  Machine machine;
  make_star(shape, machine);
  queue::EventQueue queue;
  TestType engine(machine.network, queue);

  CHECK_THROWS_WITH(engine.send({1, 0, Bytes(1), 0}), Contains("so up1 before it needs a latency"));
}

/// Two flows that need each other's only slot: x then y, and y then x.
void make_knot(Machine& machine) {
  for (const char* name : {"x", "y"}) {
    StationSpec spec = station(name, 1, 1);
    spec.shared = true;
    spec.far_slots = 1;
    machine.network.stations.push_back(spec);
  }
  machine.router.add(0, 1, {0, 1, 0});
  machine.router.add(1, 0, {1, 0, 1});
  machine.network.endpoints = 2;
  machine.network.slice = Bytes(10);
  machine.network.router = &machine.router;
}

TEMPLATE_TEST_CASE("what a stalled run leaves is listed with what it waits for", "", StationEngine, BookedEngine) {
  Machine machine;
  make_knot(machine);
  queue::EventQueue queue;
  TestType engine(machine.network, queue);
  engine.send({0, 1, Bytes(30), 7});
  engine.send({1, 0, Bytes(30), 8});

  queue.run_all();

  const std::vector<Unfinished> left = engine.unfinished();
  REQUIRE(left.size() == 2);
  CHECK(left[0].transfer.token == 7);
  CHECK_THAT(left[0].waits_for, Contains("no free slot in the buffer behind it") || Contains("behind earlier slices"));
  CHECK_THROWS_WITH(engine.check_conservation(), Contains("2 of 2 messages not delivered"));
}

TEMPLATE_TEST_CASE("messages that lie at their sources are listed in the order of sending",
                   "",
                   StationEngine,
                   BookedEngine) {
  StarShape shape = star();
  shape.up.far_slots = 1;
  Machine machine;
  make_star(shape, machine);
  queue::EventQueue queue;
  TestType engine(machine.network, queue);
  constexpr std::uint64_t kMessages = 40;
  for (std::uint64_t token = 0; token < kMessages; ++token) {
    const auto source = static_cast<std::int32_t>(token % 2);
    engine.send({source, source + 1 + static_cast<std::int32_t>(token % 3 == 0), Bytes(25), token});
  }
  queue.run_until(Instant(femtoseconds(5)));  // the first slice of the first message of both is under way

  const std::vector<Unfinished> left = engine.unfinished();
  REQUIRE(left.size() == kMessages);
  for (std::uint64_t token = 0; token < kMessages; ++token) {
    CHECK(left[token].transfer.token == token);
    CHECK(left[token].transfer.source == static_cast<std::int32_t>(token % 2));
    CHECK(left[token].transfer.payload == Bytes(25));
    CHECK_THAT(left[token].waits_for, Contains(token % 2 == 0 ? "up0: " : "up1: "));
  }
  CHECK(engine.count(0).received == Bytes(20 * 25));
  CHECK(engine.count(0).sent == Bytes(10));
  queue.run_all();
  engine.check_conservation();
  CHECK(engine.unfinished().empty());
}

TEST_CASE("pairs that exchanged bytes are counted, in the order of their first use") {
  Machine machine;
  make_star(star(), machine);
  queue::EventQueue queue;
  BookedEngine engine(machine.network, queue);
  (void)engine.idle_time(3, 0, Bytes(5));  // asking is not sending
  engine.send({2, 1, Bytes(30), 0});
  engine.send({0, 1, Bytes(12), 0});
  engine.send({2, 0, Bytes(7), 0});
  engine.send({2, 1, Bytes(3), 0});
  engine.send({1, 0, Bytes(0), 0});

  const std::vector<PairCount> pairs = engine.pairs();
  REQUIRE(pairs.size() == 3);
  CHECK((pairs[0].source == 2 && pairs[0].destination == 1 && pairs[0].payload == Bytes(33)));
  CHECK((pairs[1].source == 0 && pairs[1].destination == 1 && pairs[1].payload == Bytes(12)));
  CHECK((pairs[2].source == 2 && pairs[2].destination == 0 && pairs[2].payload == Bytes(7)));
}

TEST_CASE("a station that keeps bytes breaks the rule that names it") {
  Machine machine;
  make_star(star(), machine);
  queue::EventQueue queue;
  StationEngine engine(machine.network, queue);
  engine.send({0, 1, Bytes(30), 7});
  queue.run_until(Instant(femtoseconds(5)));  // the first of three slices is under way
  stats::Invariants rules;
  engine.add_invariants(rules);

  const std::vector<std::string> broken = rules.violations();
  REQUIRE(broken.size() >= 2);
  CHECK(broken[0] == "fabric: every message arrives: 1 of 1 messages not delivered");
  CHECK(broken[1] == "up0: bytes in = bytes out: 30 B in, 10 B out");
}

TEST_CASE("booked needs one event per slice at the shared station and one per message") {
  StarShape shape = star();
  shape.with_down = true;
  shape.down = station("down", 0.4, 2);
  shape.up.far_slots = shape.port.far_slots = 2;
  Machine machine;
  make_star(shape, machine);
  queue::EventQueue queue;
  BookedEngine engine(machine.network, queue);
  for (std::int32_t s = 0; s < 4; ++s) {
    for (std::int32_t d = 0; d < 4; ++d) {
      engine.send({s, d, Bytes(95), 0});
    }
  }

  queue.run_all();

  // 16 messages of 10 slices, one shared station on each path, congested behind it.
  CHECK(queue.events_run() == 16 * 10 + 16);
  CHECK(engine.timers_run() == 0);
}

}  // namespace
}  // namespace sealring::fabric::test
