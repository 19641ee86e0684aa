#include "models/gpu/sm_sharing.hpp"

#include <cstdlib>
#include <random>

#include <catch2/catch.hpp>

using namespace sealring;
using gpu::SmSharing;

TEST_CASE("kernels that fit together run at full speed", "[gpu]") {
  SmSharing sms(100);
  sms.add(1, microseconds(10), 60);
  sms.add(2, microseconds(10), 40);
  CHECK(sms.speed(1) == 1.0);
  CHECK(sms.speed(2) == 1.0);
  CHECK(*sms.next_finish() == microseconds(10));
}

TEST_CASE("a small demand is met in full and large ones share the rest equally", "[gpu]") {
  SmSharing sms(100);
  sms.add(1, microseconds(10), 20);
  sms.add(2, microseconds(10), 100);  // (100 - 20) / 2 = 40 of 100
  sms.add(3, microseconds(10), 80);   // 40 of 80
  CHECK(sms.speed(1) == 1.0);
  CHECK(sms.speed(2) == 0.4);
  CHECK(sms.speed(3) == 0.5);
}

TEST_CASE("held SMs are taken from the kernels but never the last one", "[gpu]") {
  SmSharing sms(100);
  sms.add(1, microseconds(10), 100);
  sms.hold(25);
  CHECK(sms.speed(1) == 0.75);
  sms.hold(200);
  CHECK(sms.speed(1) == 0.01);
  sms.release(225);
  CHECK(sms.speed(1) == 1.0);
}

TEST_CASE("more SMs than are held cannot be released", "[gpu]") {
  SmSharing sms(100);
  sms.hold(10);
  CHECK_THROWS_AS(sms.release(11), std::logic_error);
}

TEST_CASE("a re-timed kernel finishes when its remaining work is done", "[gpu]") {
  // A alone for 4 us; A and B share for 2 x 6 us until A is done at 16; B has 10 - 6 = 4 us left and ends at 20.
  SmSharing sms(100);
  sms.add(1, microseconds(10), 100);
  sms.advance(microseconds(4));
  sms.add(2, microseconds(10), 100);
  CHECK(*sms.next_finish() == microseconds(12));
  sms.advance(microseconds(12));
  CHECK(sms.take_finished() == 1u);
  CHECK_FALSE(sms.take_finished());
  CHECK(*sms.next_finish() == microseconds(4));
}

TEST_CASE("ten thousand re-timings at odd instants lose no work", "[gpu]") {
  // Three kernels that want everything: each at a third of its speed, so 7 ms of work end at 21 ms, but for the
  // rounding of a third of 100 SMs to a millionth of an SM (2e-8 relative: 420 ps). The same instant must come out
  // however time is cut.
  const auto end_after = [](int cuts) {
    SmSharing sms(100);
    for (std::uint32_t key = 0; key < 3; ++key) {
      sms.add(key, milliseconds(7), 100);
    }
    std::mt19937 dice(5);
    Duration passed;
    for (int i = 0; i < cuts; ++i) {
      const Duration step(static_cast<std::int64_t>(dice() % 1'000'000'007));
      sms.advance(step);
      sms.hold(1);
      sms.release(1);
      passed += step;
    }
    return passed + *sms.next_finish();
  };
  CHECK(end_after(0) == end_after(10'000));
  CHECK(std::abs((end_after(0) - milliseconds(21)).count()) <= picoseconds(421).count());
}

TEST_CASE("kernels that want the whole GPU end together after the sum of their times", "[gpu]") {
  // The GPU is never idle, so the last end is the sum of the times, later only by the rounding of shares (2e-8
  // relative).
  std::mt19937 dice(99);
  for (int round = 0; round < 50; ++round) {
    SmSharing sms(132);
    Duration sum;
    for (std::uint32_t key = 0; key < 9; ++key) {
      const Duration alone(static_cast<std::int64_t>(dice() % 1'000'000'007) + 1);
      sms.add(key, alone, 132);
      sum += alone;
    }
    Duration passed;
    while (const auto wait = sms.next_finish()) {
      sms.advance(*wait);
      passed += *wait;
      while (sms.take_finished()) {
      }
    }
    REQUIRE(passed >= sum);
    REQUIRE(passed - sum <= scaled(sum, 1e-7) + femtoseconds(9));
  }
}
