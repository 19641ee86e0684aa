// The types themselves: what compiles, what does not, and how times are rounded.
#include <cstdint>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include <catch2/catch.hpp>

#include "sim/units/units.hpp"

using namespace sealring;

namespace {

template <class A, class B, class = void>
struct CanAdd : std::false_type {};
template <class A, class B>
struct CanAdd<A, B, std::void_t<decltype(std::declval<A>() + std::declval<B>())>> : std::true_type {};

template <class A, class B, class = void>
struct CanDivide : std::false_type {};
template <class A, class B>
struct CanDivide<A, B, std::void_t<decltype(std::declval<A>() / std::declval<B>())>> : std::true_type {};

template <class A, class B, class = void>
struct CanCompare : std::false_type {};
template <class A, class B>
struct CanCompare<A, B, std::void_t<decltype(std::declval<A>() < std::declval<B>())>> : std::true_type {};

}  // namespace

TEST_CASE("two instants cannot be added", "[units]") {
  STATIC_REQUIRE_FALSE(CanAdd<Instant, Instant>::value);
  STATIC_REQUIRE(CanAdd<Instant, Duration>::value);
}

TEST_CASE("the difference of two instants is a duration", "[units]") {
  STATIC_REQUIRE(std::is_same_v<decltype(std::declval<Instant>() - std::declval<Instant>()), Duration>);
}

TEST_CASE("payload and wire bytes do not mix", "[units]") {
  STATIC_REQUIRE_FALSE(CanAdd<Bytes, WireBytes>::value);
  STATIC_REQUIRE_FALSE(CanCompare<Bytes, WireBytes>::value);
  STATIC_REQUIRE_FALSE(std::is_convertible_v<Bytes, WireBytes>);
}

TEST_CASE("a plain number is not a quantity", "[units]") {
  STATIC_REQUIRE_FALSE(std::is_convertible_v<double, Bandwidth>);
  STATIC_REQUIRE_FALSE(std::is_convertible_v<std::int64_t, Bytes>);
  STATIC_REQUIRE_FALSE(CanAdd<Bytes, int>::value);
}

TEST_CASE("only the listed pairs divide", "[units]") {
  STATIC_REQUIRE(CanDivide<Bytes, Bandwidth>::value);
  STATIC_REQUIRE(CanDivide<Cycles, Frequency>::value);
  STATIC_REQUIRE(CanDivide<Flops, FlopRate>::value);
  STATIC_REQUIRE_FALSE(CanDivide<Bytes, Frequency>::value);
  STATIC_REQUIRE_FALSE(CanDivide<Flops, Bandwidth>::value);
  STATIC_REQUIRE_FALSE(CanDivide<Bandwidth, Bytes>::value);
}

TEST_CASE("a whole transfer time is exact", "[units]") {
  // 450 bytes at 450 GB/s take 1 ns.
  CHECK(Bytes(450) / gigabytes_per_second(450) == nanoseconds(1));
  CHECK(WireBytes(450) / gigabytes_per_second(450) == nanoseconds(1));
}

TEST_CASE("a transfer time rounds up", "[units]") {
  // 1 byte at 3 GB/s takes 333,333.33 fs.
  CHECK(Bytes(1) / Bandwidth(3e9) == femtoseconds(333'334));
  // 1 byte at 1e15 B/s takes exactly one tick, at 1e18 B/s a thousandth of one.
  CHECK(Bytes(1) / Bandwidth(1e15) == femtoseconds(1));
  CHECK(Bytes(1) / Bandwidth(1e18) == femtoseconds(1));
}

TEST_CASE("a rate that is no whole number of bytes per second rounds up too", "[units]") {
  // 1 byte at 2.5 B/s takes 0.4 s; 1 byte at 0.5 B/s takes 2 s.
  CHECK(Bytes(1) / Bandwidth(2.5) == milliseconds(400));
  CHECK(Bytes(1) / Bandwidth(0.5) == milliseconds(2000));
}

TEST_CASE("no transfer is faster than its rate and none is a tick too slow", "[units]") {
  // For d = bytes / rate in femtoseconds: d x rate >= bytes x 1e15 > (d - 1) x rate, in integers wide enough to be
  // exact.
  __extension__ typedef __int128 Wide;
  std::uint64_t state = 88172645463325252ULL;
  const auto next = [&state] {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
  };
  int wrong = 0;
  for (int i = 0; i < 20'000; ++i) {
    const auto bytes = static_cast<std::int64_t>(1 + next() % (1ULL << (10 + next() % 24)));
    const auto rate = static_cast<std::int64_t>(1'000'000'000 + next() % 900'000'000'000);
    const std::int64_t d = (Bytes(bytes) / Bandwidth(static_cast<double>(rate))).count();
    const Wide wanted = static_cast<Wide>(bytes) * 1'000'000'000'000'000;
    const bool exact = static_cast<Wide>(d) * rate >= wanted && static_cast<Wide>(d - 1) * rate < wanted;
    wrong += exact ? 0 : 1;
  }
  CHECK(wrong == 0);
}

TEST_CASE("rounding costs at most one tick per message", "[units]") {
  // Each of 1000 messages rounds up by less than 1 fs, so together they exceed the one large message by less than 1000
  // fs.
  const Bandwidth rate(7.3e10);
  const Duration together = Bytes(1000 * 4097) / rate;
  const Duration apart = 1000 * (Bytes(4097) / rate);
  CHECK(apart >= together);
  CHECK(apart - together < femtoseconds(1000));
}

TEST_CASE("bytes moved in a time round down", "[units]") {
  // 3 GB/s for 1 ns moves 3 bytes; for 0.9 ns it moves 2.7.
  CHECK(Bandwidth(3e9) * nanoseconds(1) == Bytes(3));
  CHECK(Bandwidth(3e9) * picoseconds(900) == Bytes(2));
}

TEST_CASE("cycles and operations become time", "[units]") {
  // 2 cycles at 2 GHz, 1e12 operations at 1e15 per second: 1 ns, 1 ms.
  CHECK(Cycles(2) / Frequency(2e9) == nanoseconds(1));
  CHECK(Flops(1e12) / FlopRate(1e15) == milliseconds(1));
}

TEST_CASE("a scaled time rounds up", "[units]") {
  CHECK(scaled(femtoseconds(10), 1.25) == femtoseconds(13));
  CHECK(scaled(femtoseconds(10), 0.5) == femtoseconds(5));
}

TEST_CASE("a time beyond the clock is refused", "[units]") {
  // 1 TB at 1 B/s takes 31,700 years; the clock ends at 2.5 hours.
  CHECK_THROWS_AS(Bytes(1'000'000'000'000) / Bandwidth(1), std::out_of_range);
  CHECK_THROWS_AS(Bytes(1) / Bandwidth(0), std::out_of_range);
  CHECK_THROWS_AS(duration_from_seconds(1e4), std::out_of_range);
}
