// How far the fidelities agree.
#include "models/fabric/fidelity.hpp"

#include <string>

#include <catch2/catch.hpp>

#include "tests/unit/fabric/tiny_networks.hpp"

namespace sealring::fabric::test {
namespace {

double ring_seconds(const std::string& fidelity, int ranks, int steps, Bytes message) {
  Machine machine;
  make_star(wires(ranks), machine);
  queue::EventQueue queue;
  const auto engine = make_engine(fidelity, machine.network, queue);
  Traffic traffic(queue, *engine);
  const auto send = [&](std::int32_t from, int step) {
    engine->send({from, (from + 1) % ranks, message, static_cast<std::uint64_t>(from * 1000 + step)});
  };
  traffic.on_delivery = [&](std::uint64_t token) {
    const int step = static_cast<int>(token % 1000) + 1;
    if (step < steps) {
      send((static_cast<std::int32_t>(token / 1000) + 1) % ranks, step);
    }
  };
  for (std::int32_t rank = 0; rank < ranks; ++rank) {
    send(rank, 0);
  }
  queue.run_all();
  return to_seconds(queue.now().since_start());
}

double all_to_all_seconds(const std::string& fidelity, int ranks, Bytes message) {
  Machine machine;
  make_star(wires(ranks), machine);
  queue::EventQueue queue;
  const auto engine = make_engine(fidelity, machine.network, queue);
  for (std::int32_t shift = 1; shift < ranks; ++shift) {
    for (std::int32_t rank = 0; rank < ranks; ++rank) {
      engine->send({rank, (rank + shift) % ranks, message, 0});
    }
  }
  queue.run_all();
  return to_seconds(queue.now().since_start());
}

TEST_CASE("packet and slice agree within 2 percent on a ring") {
  const Bytes message = mebibytes(1);

  CHECK(ring_seconds("packet", 3, 4, message) == Approx(ring_seconds("slice", 3, 4, message)).epsilon(0.02));
}

TEST_CASE("packet and slice agree within 2 percent on a shifted all-to-all") {
  const Bytes message = mebibytes(1);

  CHECK(all_to_all_seconds("packet", 4, message) == Approx(all_to_all_seconds("slice", 4, message)).epsilon(0.02));
}

TEST_CASE("packet and slice agree within 2 percent on an incast") {
  double seconds[2];
  for (int i = 0; i < 2; ++i) {
    Machine machine;
    make_star(wires(4), machine);
    queue::EventQueue queue;
    const auto engine = make_engine(i == 0 ? "packet" : "slice", machine.network, queue);
    for (std::int32_t source = 1; source < 4; ++source) {
      engine->send({source, 0, mebibytes(1), 0});
    }
    queue.run_all();
    seconds[i] = to_seconds(queue.now().since_start());
  }

  CHECK(seconds[0] == Approx(seconds[1]).epsilon(0.02));
}

TEST_CASE("analytic and slice agree within 1 percent on an uncontended ring") {
  const Bytes message = mebibytes(8);

  CHECK(ring_seconds("analytic", 8, 14, message) == Approx(ring_seconds("slice", 8, 14, message)).epsilon(0.01));
}

TEST_CASE("packets keep the bytes of the buffers") {
  Machine machine;
  make_star(wires(2), machine);

  const Network fine = packetised(machine.network);

  CHECK(fine.slice == Bytes(256));
  CHECK(fine.stations[0].far_slots == 8 * 256);  // 64 KiB are 256 packets
  CHECK(fine.stations[0].framing.on_wire(Bytes(256)) == WireBytes(272));
}

}  // namespace
}  // namespace sealring::fabric::test
