// What a change of shape does to the time of a collective, and what it must not do.
#include <cmath>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/model/collectives/rig.hpp"

using namespace sealring;
using namespace sealring::test;
using host::CollectiveKind;

namespace {

constexpr Bytes kBuffer = mebibytes(64);

double buffer_seconds() { return static_cast<double>(kBuffer.count()) / kPlainRate; }

double all_reduce(const machine::MachineSpec& machine, const std::string& algorithm, Bytes bytes = kBuffer) {
  Trial trial;
  trial.machine = machine;
  trial.scheduler = always(free_steps(algorithm));
  trial.together = {collective(CollectiveKind::kAllReduce, bytes)};
  return seconds_of(trial).front();
}

/// Adapters are as fast as links and as far: 250 ns from GPU to GPU either way.
machine::MachineSpec equal_levels(int domains, int size) {
  machine::MachineSpec machine = plain_machine(domains, size);
  machine.host.pcie.latency = nanoseconds(25);
  machine.scale_out.nic.latency = nanoseconds(50);
  machine.scale_out.chip.latency = nanoseconds(100);
  machine.host.cpu.peer_latency = Duration();
  return machine;
}

TEST_CASE("two domains of eight and eight of two take the same time where both levels are equal") {
  // Inside a domain 2(m-1) sub-steps of 1/m of the buffer, across 2(d-1) of 1/(md): 2 x 15/16 in all, in 16 sub-steps,
  // whichever of the two is m. A ring takes 30 sub-steps of 1/16.
  const double levels = 2 * 15.0 / 16 * buffer_seconds() + 16 * 250e-9;
  const double ring = 30 * (buffer_seconds() / 16 + 250e-9);
  for (const auto& [domains, size] : {std::pair{2, 8}, {8, 2}}) {
    INFO(domains << " domains of " << size);
    CHECK(all_reduce(equal_levels(domains, size), "hierarchical") == Approx(levels).epsilon(1e-4));
    CHECK(all_reduce(equal_levels(domains, size), "ring") == Approx(ring).epsilon(1e-4));
  }
}

TEST_CASE("with slower adapters fewer and larger domains win, by what crosses them") {
  // At a quarter of the links' rate, what crosses costs four times as much: (14/8 + 4 x 2/16) against (1 + 4 x 14/16).
  machine::MachineSpec two = equal_levels(2, 8);
  machine::MachineSpec eight = equal_levels(8, 2);
  for (machine::MachineSpec* machine : {&two, &eight}) {
    machine->scale_out.nic.rate_per_direction = gigabytes_per_second(50);
  }
  CHECK(all_reduce(two, "hierarchical") == Approx(2.25 * buffer_seconds()).epsilon(0.02));
  CHECK(all_reduce(eight, "hierarchical") == Approx(4.5 * buffer_seconds()).epsilon(0.02));
}

TEST_CASE("a broadcast passes from domain to domain through all adapters") {
  // Four adapters of a quarter of the links' rate each: with a channel on each of them as fast as inside a domain.
  machine::MachineSpec machine = plain_machine(2, 4);
  machine.scale_out.nic.rate_per_direction = gigabytes_per_second(50);
  Trial trial;
  trial.machine = machine;
  trial.together = {collective(CollectiveKind::kBroadcast, kBuffer)};
  for (const auto& [channels, times] : {std::pair{1, 4.0}, {4, 1.0}}) {
    collectives::Schedule schedule = free_steps("ring", channels);
    schedule.pieces = 1024 / channels;  // so many that the way down the chain hardly counts
    schedule.window = 8;                // or the root would send all of one channel before the next
    trial.scheduler = always(schedule);
    CHECK(seconds_of(trial).front() == Approx(times * buffer_seconds()).epsilon(0.05));
  }
}

TEST_CASE("32 and 64 GPUs differ, by the shares and the sub-steps of their rings") {
  for (const int ranks : {32, 64}) {
    const double closed = 2 * (ranks - 1) * (buffer_seconds() / ranks + 250e-9);
    CHECK(all_reduce(plain_machine(1, ranks), "ring") == Approx(closed).epsilon(1e-6));
  }
}

TEST_CASE("a ring of any number of ranks follows the closed form") {
  for (const int ranks : {2, 3, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17, 72}) {
    INFO(ranks << " ranks");
    const Bytes bytes(1000 * ranks);  // even shares
    const double closed = 2 * (ranks - 1) * (1000 / kPlainRate + 250e-9);
    CHECK(all_reduce(plain_machine(1, ranks), "ring", bytes) == Approx(closed).epsilon(1e-6));
  }
}

TEST_CASE("nothing costs its latency, and a byte no more") {
  // 14 sub-steps of 250 ns; with the switch one way there and two back: the tail of a byte is 5 ps on each of at most 4
  // wires of a sub-step.
  const machine::MachineSpec machine = plain_machine(1, 8);
  CHECK(all_reduce(machine, "ring", Bytes(0)) == Approx(14 * 250e-9).epsilon(1e-6));
  for (const std::string algorithm : {"ring", "tree", "nvls", "hierarchical"}) {
    INFO(algorithm);
    const double none = all_reduce(machine, algorithm, Bytes(0));
    const double one = all_reduce(machine, algorithm, Bytes(1));
    CHECK(none >= 2 * 250e-9);
    CHECK(one >= none);
    CHECK(one < none + 14 * 4 * 5e-12);
    CHECK(all_reduce(machine, algorithm, mebibytes(16)) > 10 * none);
  }
}

TEST_CASE("four switches carry what one of the same total rate carries") {
  machine::MachineSpec one = plain_machine(1, 8);
  one.scale_up.links_per_plane = {4};
  one.scale_up.chip.reduction_rate = one.scale_up.chip.reduction_rate * 4;
  machine::MachineSpec four = plain_machine(1, 8);
  four.scale_up.links_per_plane = {1, 1, 1, 1};
  for (const std::string algorithm : {"ring", "nvls", "tree"}) {
    INFO(algorithm);
    const double time = all_reduce(four, algorithm);
    CHECK(time == Approx(all_reduce(one, algorithm)).epsilon(1e-9));
    // Four links, not one: twice the plain machine's two.
    CHECK(time == Approx(all_reduce(plain_machine(1, 8), algorithm) / 2).epsilon(0.02));
  }
}

TEST_CASE("twice the rate of every wire halves a large collective") {
  for (const auto& [domains, size] : {std::pair{1, 8}, {2, 4}}) {
    machine::MachineSpec machine = plain_machine(domains, size);
    machine::MachineSpec fast = machine;
    fast.scale_up.link.rate_per_direction = gigabytes_per_second(200);
    fast.scale_up.chip.reduction_rate = fast.scale_up.chip.reduction_rate * 2;
    fast.scale_out.nic.rate_per_direction = gigabytes_per_second(400);
    fast.host.pcie.lane_rate = gigabytes_per_second(200);
    for (const std::string algorithm : {"ring", "tree", "hierarchical", domains == 1 ? "nvls" : "nvls_tree"}) {
      INFO(algorithm << " on " << domains << " domains");
      CHECK(all_reduce(machine, algorithm) / all_reduce(fast, algorithm) == Approx(2).epsilon(0.02));
    }
  }
}

}  // namespace
