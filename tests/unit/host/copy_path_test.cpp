#include "models/host/copy_path.hpp"

#include <random>

#include <catch2/catch.hpp>

#include "tests/unit/gpu/rig.hpp"

using namespace sealring;
using namespace sealring::test;
using host::CopyDirection;

namespace {

struct Bench {
  explicit Bench(bool bounced, int slots = 32) {
    gpu::UnitSpecs specs = round_specs();
    specs.host.driver.copy_api = Duration();
    if (bounced) {
      add_tolls(specs);
      specs.profile.host_copy.host_bounce.toll_h2d = Duration();
      specs.profile.host_copy.host_bounce.toll_d2h = Duration();
    }
    timing = std::make_unique<host::CopyTiming>(specs.host, specs.profile.host_copy);
    pool = std::make_unique<host::SlotPool>(4, host::SlotPoolSpec{slots, slots, 0}, queue, log);
    path = std::make_unique<host::CopyPath>(*timing, host::CopyPath::Surroundings{down, up, cores, *pool});
  }
  void start(CopyDirection direction, std::int64_t bytes, std::uint64_t token) {
    host::CopyRequest request;
    request.direction = direction;
    request.bytes = Bytes(bytes);
    path->start(request, stats::kNone, done, token);
  }
  queue::EventQueue queue;
  stats::ActivityLog log;
  host::Servers down{1, 1, queue, log};
  host::Servers up{2, 1, queue, log};
  host::Servers cores{3, 4, queue, log};
  std::unique_ptr<host::SlotPool> pool;
  std::unique_ptr<host::CopyTiming> timing;
  std::unique_ptr<host::CopyPath> path;
  Recorder done{queue};
};

}  // namespace

TEST_CASE("a copy alone takes what the closed form says, to the femtosecond", "[host]") {
  std::mt19937 dice(8);
  for (int round = 0; round < 100; ++round) {
    const auto bytes = static_cast<std::int64_t>(dice() % 200'000);
    const auto direction = round % 2 == 0 ? CopyDirection::kHostToDevice : CopyDirection::kDeviceToHost;
    for (const bool bounced : {false, true}) {
      Bench bench(bounced);
      bench.start(direction, bytes, 1);
      bench.queue.run_all();
      REQUIRE(bench.done.at[1] - Instant() == bench.timing->alone(Bytes(bytes), direction));
      REQUIRE(bench.path->in_flight() == 0);
      REQUIRE(bench.pool->in_use() == 0);
    }
  }
}

TEST_CASE("plain copies of one direction queue and opposite ones pass each other", "[host]") {
  // 1 us start + 10 us each at 1 B/ns
  Bench bench(false);
  bench.start(CopyDirection::kHostToDevice, 10'000, 1);
  bench.start(CopyDirection::kHostToDevice, 10'000, 2);
  bench.start(CopyDirection::kDeviceToHost, 10'000, 3);
  bench.queue.run_all();
  CHECK(bench.done.at[1] == at_us(11));
  CHECK(bench.done.at[2] == at_us(22));
  CHECK(bench.done.at[3] == at_us(11));
}

TEST_CASE("the cipher of one context is serial however many cores there are", "[host]") {
  // Two copies of one slot: 20 us cipher each, then 1 + 10 us PCIe; the second cipher runs 20-40.
  Bench bench(true);
  bench.start(CopyDirection::kHostToDevice, 10'000, 1);
  bench.start(CopyDirection::kHostToDevice, 10'000, 2);
  bench.queue.run_all();
  CHECK(bench.done.at[1] == at_us(31));
  CHECK(bench.done.at[2] == at_us(51));
}

TEST_CASE("a bounce pool of one slot undoes the pipeline", "[host]") {
  // Two slots, each 20 us cipher + 10 us PCIe in turn, and 1 us start.
  Bench bench(true, 1);
  bench.start(CopyDirection::kHostToDevice, 20'000, 1);
  bench.queue.run_all();
  CHECK(bench.done.at[1] == at_us(61));
}
