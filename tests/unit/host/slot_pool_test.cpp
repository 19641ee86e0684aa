#include "models/host/slot_pool.hpp"

#include <catch2/catch.hpp>

#include "tests/unit/gpu/rig.hpp"

using namespace sealring;
using namespace sealring::test;

namespace {

struct Bench {
  Bench(int slots, int largest) : pool(1, {slots, largest, 0}, queue, log) {}
  queue::EventQueue queue;
  stats::ActivityLog log;
  host::SlotPool pool;
  gpu::StagingClaim claim(std::uint64_t token) { return {stats::kNone, &done, token}; }
  Recorder done{queue};
};

/// Gives one slot back at each event.
struct Releaser final : queue::Handler {
  explicit Releaser(host::SlotPool& p) : Handler(2), pool(p) {}
  void handle(std::uint32_t, std::uint64_t) override { pool.release(); }
  host::SlotPool& pool;
};

}  // namespace

TEST_CASE("waiters get slots in the order they asked", "[host]") {
  Bench bench(2, 2);
  Releaser releaser(bench.pool);
  for (const std::uint64_t token : {5u, 3u, 9u, 1u}) {
    bench.pool.acquire(bench.claim(token));
  }
  bench.queue.post(at_us(10), queue::Phase::kRelease, releaser, 0, 0);
  bench.queue.post(at_us(20), queue::Phase::kRelease, releaser, 0, 0);
  bench.queue.run_all();
  CHECK(bench.done.order == std::vector<std::uint64_t>{5, 3, 9, 1});
  CHECK(bench.done.at[9] == at_us(10));
  CHECK(bench.done.at[1] == at_us(20));
}

TEST_CASE("only a grant that waited is an activity", "[host]") {
  Bench bench(1, 1);
  Releaser releaser(bench.pool);
  bench.pool.acquire(bench.claim(1));
  bench.pool.acquire(bench.claim(2));
  bench.queue.post(at_us(10), queue::Phase::kRelease, releaser, 0, 0);
  bench.queue.run_all();
  CHECK(bench.done.activities[1] == stats::kNone);
  const stats::Activity& wait = bench.log[bench.done.activities[2]];
  CHECK(wait.label == static_cast<std::uint8_t>(Label::kStagingFull));
  CHECK(wait.end - wait.start == microseconds(10));
}

TEST_CASE("an exhausted pool doubles up to its largest size", "[host]") {
  Bench bench(2, 5);
  for (std::uint64_t token = 1; token <= 6; ++token) {
    bench.pool.acquire(bench.claim(token));
  }
  CHECK(bench.pool.slots() == 5);  // 2, 4, then the limit
  CHECK(bench.pool.in_use() == 5);
  CHECK(bench.pool.waiting() == 1);
}

TEST_CASE("a slot that was not lent cannot be given back", "[host]") {
  Bench bench(1, 1);
  CHECK_THROWS_AS(bench.pool.release(), std::logic_error);
}

TEST_CASE("a request for several slots waits for all of them and is not overtaken", "[host]") {
  Bench bench(3, 3);
  bench.pool.acquire(bench.claim(1), 2);
  bench.pool.acquire(bench.claim(2), 2);  // one is free, two are wanted
  bench.pool.acquire(bench.claim(3), 1);  // would fit, but comes later
  bench.queue.run_all();
  CHECK(bench.done.order == std::vector<std::uint64_t>{1});
  bench.pool.release(2);
  bench.queue.run_all();
  CHECK(bench.done.order == std::vector<std::uint64_t>{1, 2, 3});
  CHECK(bench.pool.in_use() == 3);
}

TEST_CASE("several small requests are served by one large return", "[host]") {
  Bench bench(2, 2);
  bench.pool.acquire(bench.claim(1), 2);
  bench.pool.acquire(bench.claim(2), 1);
  bench.pool.acquire(bench.claim(3), 1);
  bench.pool.release(2);
  bench.queue.run_all();
  CHECK(bench.done.order == std::vector<std::uint64_t>{1, 2, 3});
}

TEST_CASE("a request for more than the pool gets all of it", "[host]") {
  Bench bench(2, 2);
  bench.pool.acquire(bench.claim(1), 5);
  CHECK(bench.pool.in_use() == 2);
  bench.pool.release(5);
  CHECK(bench.pool.in_use() == 0);
}

TEST_CASE("a pool doubles until a request for several slots fits", "[host]") {
  Bench bench(2, 16);
  bench.pool.acquire(bench.claim(1), 5);
  CHECK(bench.pool.slots() == 8);
}
