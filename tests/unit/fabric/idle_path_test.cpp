#include "models/fabric/idle_path.hpp"

#include <vector>

#include <catch2/catch.hpp>

#include "models/fabric/booked_engine.hpp"
#include "models/fabric/station_engine.hpp"
#include "tests/unit/fabric/tiny_networks.hpp"

namespace sealring::fabric::test {
namespace {

Duration idle(const std::vector<StationSpec>& path, std::int64_t message, std::int64_t slice) {
  std::vector<const StationSpec*> stations;
  for (const StationSpec& s : path) {
    stations.push_back(&s);
  }
  return idle_profile(stations, Bytes(message), Bytes(slice)).total;
}

TEST_CASE("a huge message moves at the pace of the slowest station") {
  // 10^12 B in slices of 10: first slice 10 + 5, then the slow station 20 per slice, and 7.
  CHECK(idle({station("a", 1, 5), station("b", 0.5, 7)}, 1'000'000'000'000, 10) ==
        femtoseconds(10 + 5 + 2'000'000'000'000 + 7));
}

TEST_CASE("a huge message through one slot moves one slice per round trip") {
  StationSpec a = station("a", 1, 5);
  a.far_slots = 1;
  a.credit_latency = femtoseconds(4);

  // Start to start: 10 out, 5 on the way, 10 in the next station, 4 back = 29; the last slice is delivered 10 + 5 + 10
  // + 7 after its start. 10^9 slices.
  CHECK(idle({a, station("b", 1, 7)}, 10'000'000'000, 10) == femtoseconds(29LL * 999'999'999 + 32));
}

TEST_CASE("a huge message through three slots moves three slices per round trip") {
  StationSpec a = station("a", 1, 20);
  a.far_slots = 3;
  a.credit_latency = femtoseconds(40);

  // Slice 4 starts when slice 1 has left b (10 + 20 + 10) and its credit is back (+40): 80 per three slices. 3 x 10^8
  // slices are 10^8 rounds; the last slice starts 20 into its round.
  CHECK(idle({a, station("b", 1, 7)}, 3'000'000'000, 10) == femtoseconds(80LL * 99'999'999 + 20 + 10 + 20 + 10 + 7));
}

TEST_CASE("a buffer that fills slowly changes the pace of the first station only") {
  StationSpec a = station("a", 1, 5);
  a.far_slots = 1000;

  // The slow station decides from the first slice on, however late the back-pressure reaches the first.
  CHECK(idle({a, station("b", 0.99, 7)}, 10'000'000, 99) == femtoseconds(99 + 5 + 7) +
                                                                Bytes(10'000'000 / 99 * 99) / Bandwidth(0.99e15) +
                                                                Bytes(10'000'000 % 99) / Bandwidth(0.99e15));
}

TEST_CASE("idle time equals the simulated time of a lone message on 300 random paths") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Dice dice(seed);
    Machine machine;
    make_random(dice, machine);
    for (StationSpec& station : machine.network.stations) {
      station.pace = {};  // idle times are those of the nominal speed
    }
    const Bytes payload(dice.chance(10) ? 0 : dice.between(1, dice.chance(50) ? 40 : 5000));
    queue::EventQueue queue;
    BookedEngine engine(machine.network, queue);
    Traffic traffic(queue, engine);
    const auto source = static_cast<std::int32_t>(dice.below(machine.network.endpoints));
    engine.send({source, 1, payload, 0});

    queue.run_all();

    INFO("seed " << seed);
    REQUIRE(engine.idle_time(source, 1, payload).count() == traffic.at(0));
  }
}

TEST_CASE("a buffer with more slots than the message has slices costs neither time nor memory") {
  StationSpec a = station("a", 1, 5);
  a.far_slots = 2'000'000'000;  // remembered one by one they would be 64 GB
  a.credit_latency = femtoseconds(4);

  // The first slice out, 5, a hundred of 20 in the slower station, 7.
  CHECK(idle({a, station("b", 0.5, 7)}, 1000, 10) == femtoseconds(10 + 5 + 2000 + 7));
}

}  // namespace
}  // namespace sealring::fabric::test
