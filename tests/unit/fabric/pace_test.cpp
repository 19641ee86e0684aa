// Stations of fluctuating speed in every transport.
#include <algorithm>
#include <string>

#include <catch2/catch.hpp>

#include "models/fabric/fidelity.hpp"
#include "tests/unit/fabric/tiny_networks.hpp"

namespace sealring::fabric::test {
namespace {

using Catch::Matchers::Contains;

/// Slices of 64 KiB take 0.174 us; the pace changes every 1.3 us of work.
void make_paced(int endpoints, double spread, Machine& machine) {
  make_star(wires(endpoints), machine);
  std::uint64_t seed = 100;
  for (StationSpec& station : machine.network.stations) {
    if (!station.shared) {
      station.pace = {spread, nanoseconds(1300), ++seed};
    }
  }
}

struct Ring {
  int ranks;
  int steps;
  Bytes message;
};

Duration ring_time(Engine& engine, queue::EventQueue& queue, const Ring& ring) {
  Traffic traffic(queue, engine);
  const auto send = [&](std::int32_t from, int step) {
    engine.send({from, (from + 1) % ring.ranks, ring.message, static_cast<std::uint64_t>(from * 1000 + step)});
  };
  traffic.on_delivery = [&](std::uint64_t token) {
    const int step = static_cast<int>(token % 1000) + 1;
    if (step < ring.steps) {
      send((static_cast<std::int32_t>(token / 1000) + 1) % ring.ranks, step);
    }
  };
  for (std::int32_t rank = 0; rank < ring.ranks; ++rank) {
    send(rank, 0);
  }
  queue.run_all();
  engine.check_conservation();
  return queue.now().since_start();
}

double ring_microseconds(const std::string& fidelity, double spread, const Ring& ring) {
  Machine machine;
  make_paced(ring.ranks, spread, machine);
  queue::EventQueue queue;
  return to_microseconds(ring_time(*make_engine(fidelity, machine.network, queue), queue, ring));
}

/// Deliveries of messages sent one after the other, each once the one before has arrived.
std::string lone_messages(const std::string& fidelity, const std::vector<std::int64_t>& sizes) {
  Machine machine;
  make_paced(2, 0.4, machine);
  queue::EventQueue queue;
  const auto engine = make_engine(fidelity, machine.network, queue);
  Traffic traffic(queue, *engine);
  std::size_t next = 0;
  const auto send = [&] {
    engine->send({0, 1, Bytes(sizes[next]), next});
    ++next;
  };
  std::string times;
  traffic.on_delivery = [&](std::uint64_t) {
    times += std::to_string(queue.now().count()) + " " + std::to_string(engine->count(0).busy.count()) + "\n";
    if (next < sizes.size()) {
      send();
    }
  };
  send();
  queue.run_all();
  engine->check_conservation();
  return times;
}

TEST_CASE("lone messages through a paced station take equally long in slice and analytic, to the femtosecond") {
  const std::vector<std::int64_t> sizes{8 << 20, 1, 0, 100'000, 123'456'789, 64 << 10, 3'000'000};

  CHECK(lone_messages("analytic", sizes) == lone_messages("slice", sizes));
}

TEST_CASE("a lone message takes equally long in slice and analytic on random networks with paces") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Dice dice(seed);
    Machine machine;
    make_random(dice, machine);
    const Transfer transfer{static_cast<std::int32_t>(dice.below(machine.network.endpoints)), 1, Bytes(1000), 0};
    std::int64_t at[2] = {};
    for (int i = 0; i < 2; ++i) {
      queue::EventQueue queue;
      const auto engine = make_engine(i == 0 ? "slice" : "analytic", machine.network, queue);
      engine->send(transfer);
      queue.run_all();
      at[i] = queue.now().count();
    }

    INFO("seed " << seed);
    REQUIRE(at[0] == at[1]);
  }
}

TEST_CASE("the work of a paced station takes as long whatever the fidelity") {
  std::int64_t busy[3] = {};
  int i = 0;
  for (const Fidelity& row : fidelities()) {
    Machine machine;
    make_paced(2, 0.4, machine);
    queue::EventQueue queue;
    const auto engine = row.make(machine.network, queue);
    engine->send({0, 1, mebibytes(64), 0});
    queue.run_all();
    busy[i++] = engine->count(0).busy.count();
  }

  // 64 MiB at 400 GB/s are 178 us of work; a packet of 256 B is rounded up by less than a femtosecond.
  CHECK(busy[0] == busy[2]);
  CHECK(std::abs(busy[0] - busy[1]) <= 2 * (64 << 20) / 256);
  CHECK(busy[0] != (std::int64_t{64} << 20) * 17 / 16 * 2'500);
}

TEST_CASE("idle times are those of the nominal speed") {
  for (const Fidelity& row : fidelities()) {
    Machine paced, steady;
    make_paced(2, 0.4, paced);
    make_paced(2, 0, steady);
    queue::EventQueue queue, other;

    CHECK(row.make(paced.network, queue)->idle_time(0, 1, mebibytes(5)) ==
          row.make(steady.network, other)->idle_time(0, 1, mebibytes(5)));
  }
}

TEST_CASE("slice, packet and analytic agree within 1 percent on a paced ring") {
  for (const std::int64_t bytes : {1 << 20, 8 << 20}) {
    const Ring ring{4, 6, Bytes(bytes)};
    const double slice = ring_microseconds("slice", 0.3, ring);

    CHECK(ring_microseconds("analytic", 0.3, ring) == Approx(slice).epsilon(0.01));
    CHECK(ring_microseconds("packet", 0.3, ring) == Approx(slice).epsilon(0.01));
  }
}

/// What a lone message takes beyond its idle time, on average over forty paces, with room for any number of slices
/// before the bottleneck.
double mean_excess(Bytes message) {
  double sum = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Machine machine;
    make_paced(2, 0.3, machine);
    machine.network.stations[0].pace.seed = seed;
    machine.network.stations[0].far_slots = 0;
    queue::EventQueue queue;
    const auto engine = make_engine("slice", machine.network, queue);
    engine->send({0, 1, message, 0});
    queue.run_all();
    sum += to_seconds(queue.now().since_start() - engine->idle_time(0, 1, message)) / 40;
  }
  return sum;
}

TEST_CASE("behind a paced station time above the ideal grows as the square root of the time") {
  // Speed beyond the nominal is lost at the output, which is no faster: what counts is how far the sum of fluctuations
  // ever rose. Sixteen times the bytes, four times that, give or take chance.
  const double ratio = mean_excess(mebibytes(128)) / mean_excess(mebibytes(8));

  CHECK(ratio > 3);
  CHECK(ratio < 5.3);
}

TEST_CASE("a station's pace follows its own work only") {
  const auto busy = [](bool others) {
    Machine machine;
    make_paced(4, 0.4, machine);
    queue::EventQueue queue;
    const auto engine = make_engine("slice", machine.network, queue);
    engine->send({0, 1, mebibytes(3), 0});
    if (others) {
      engine->send({2, 3, mebibytes(7), 1});
    }
    queue.run_all();
    return engine->count(0).busy.count();
  };

  CHECK(busy(false) == busy(true));
}

TEST_CASE("paces that stop a station are refused by name") {
  const auto refuse = [](const Pace& pace) {
    Machine machine;
    make_paced(2, 0, machine);
    machine.network.stations[2].pace = pace;
    queue::EventQueue queue;
    return make_engine("slice", machine.network, queue) != nullptr;
  };

  CHECK_THROWS_WITH(refuse({1.0, nanoseconds(1), 0}), Contains("up1: its pace"));
  CHECK_THROWS_WITH(refuse({-0.1, nanoseconds(1), 0}), Contains("up1: its pace"));
  CHECK_THROWS_WITH(refuse({0.1, Duration(), 0}), Contains("up1: its pace needs a period"));
}

}  // namespace
}  // namespace sealring::fabric::test
