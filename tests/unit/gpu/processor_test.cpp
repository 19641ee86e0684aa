#include "models/gpu/processor.hpp"

#include <catch2/catch.hpp>

#include "tests/unit/gpu/rig.hpp"

using namespace sealring;
using namespace sealring::test;

namespace {

struct Bench {
  queue::EventQueue queue;
  stats::ActivityLog log;
  gpu::Processor processor{1, 100, queue, log};
  Recorder done{queue};

  void start(Duration alone, double sms, std::uint64_t token) {
    gpu::Kernel kernel;
    kernel.label = Label::kSeal;
    kernel.alone = alone;
    kernel.sms = sms;
    processor.start(kernel, stats::kNone, done, token);
  }
};

}  // namespace

TEST_CASE("an undisturbed kernel is one activity of its own length", "[gpu]") {
  Bench bench;
  bench.start(microseconds(10), 100, 1);
  bench.queue.run_all();
  REQUIRE(bench.log.size() == 1);
  CHECK(bench.log[0].end == at_us(10));
  CHECK(bench.log[0].label == static_cast<std::uint8_t>(Label::kSeal));
}

TEST_CASE("a slowed kernel is its own length and then contention", "[gpu]") {
  // Two of 10 us and 6 us share: B ends at 12, A has 4 us left and ends at 16.
  Bench bench;
  bench.start(microseconds(10), 100, 1);
  bench.start(microseconds(6), 100, 2);
  bench.queue.run_all();
  CHECK(bench.done.at[2] == at_us(12));
  CHECK(bench.done.at[1] == at_us(16));
  const stats::ActivityId last = bench.done.activities[1];
  CHECK(bench.log[last].label == static_cast<std::uint8_t>(Label::kSmContention));
  CHECK(bench.log[last].start == at_us(10));
  CHECK(bench.log[bench.log[last].cause].label == static_cast<std::uint8_t>(Label::kSeal));
}

TEST_CASE("SMs held in the middle of a kernel delay it by the work they took", "[gpu]") {
  // 25 of 100 SMs held from 4 us to 12 us: 8 us x 1/4 = 2 us of work lost; 10 us become 12 us.
  struct Holder final : queue::Handler {
    explicit Holder(gpu::Processor& p) : Handler(2), processor(p) {}
    void handle(std::uint32_t what, std::uint64_t) override { what == 0 ? processor.hold(25) : processor.release(25); }
    gpu::Processor& processor;
  };
  Bench bench;
  Holder holder(bench.processor);
  bench.start(microseconds(10), 100, 1);
  bench.queue.post(at_us(4), queue::Phase::kStart, holder, 0, 0);
  bench.queue.post(at_us(12), queue::Phase::kStart, holder, 1, 0);
  bench.queue.run_all();
  CHECK(bench.done.at[1] == at_us(12));
}

TEST_CASE("kernels that end at one instant are told in order of arrival", "[gpu]") {
  Bench bench;
  bench.start(microseconds(10), 20, 3);
  bench.start(microseconds(10), 20, 1);
  bench.start(microseconds(10), 20, 2);
  bench.queue.run_all();
  CHECK(bench.done.order == std::vector<std::uint64_t>{3, 1, 2});
}

TEST_CASE("a kernel without work ends at once and costs nothing", "[gpu]") {
  Bench bench;
  bench.start(Duration(), 100, 1);
  bench.queue.run_all();
  CHECK(bench.done.at[1] == Instant());
}
