#include "models/fabric/pace_clock.hpp"

#include <cmath>
#include <vector>

#include <catch2/catch.hpp>

#include "models/fabric/seeded.hpp"
#include "tests/unit/fabric/tiny_networks.hpp"

namespace sealring::fabric::test {
namespace {

constexpr std::int64_t kPeriod = 1'000'000;

Pace pace(double spread, std::uint64_t seed) { return {spread, femtoseconds(kPeriod), seed}; }

/// The factors of the first quanta.
std::vector<double> factors(const Pace& pace, int count) {
  PaceClock clock(pace);
  std::vector<double> found;
  for (int k = 0; k < count; ++k) {
    found.push_back(static_cast<double>(clock.advance(kPeriod)) / static_cast<double>(kPeriod));
  }
  return found;
}

/// The time of `total` cut into random pieces between half of `most` and all of it.
std::int64_t in_pieces(const Pace& pace, std::int64_t total, std::int64_t most, std::uint64_t seed) {
  Dice dice(seed);
  PaceClock clock(pace);
  for (std::int64_t done = 0; done < total;) {
    const std::int64_t piece = std::min(total - done, dice.between((most + 1) / 2, most));
    clock.advance(piece);
    done += piece;
  }
  return clock.elapsed();
}

TEST_CASE("the generator gives the published first outputs of splitmix64") {
  // Seed 0 (reference implementation by S. Vigna).
  CHECK(splitmix64(0) == 0xe220a8397b1dcdafULL);
  CHECK(splitmix64(kSplitmixStep) == 0x6e789e6aa1b965f4ULL);
}

TEST_CASE("without a spread work takes as long as it is") {
  PaceClock none;
  PaceClock zero(pace(0, 7));

  CHECK(none.steady());
  CHECK(zero.steady());
  CHECK(zero.advance(123) == 123);
}

TEST_CASE("the factors of the quanta follow from the published outputs of the generator") {
  // The upper halves of 0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4 and 0x06c45d188009454f are 0.883311, 0.431528 and
  // 0.026434 of 2^32; with a spread of one half the factor is that plus one half.
  PaceClock clock(pace(0.5, 0));

  CHECK(clock.advance(kPeriod) == 1'383'310);
  CHECK(clock.advance(kPeriod) == 931'527);
  CHECK(clock.advance(kPeriod) == 526'433);
}

TEST_CASE("within a quantum time goes on at its factor") {
  PaceClock clock(pace(0.5, 0));

  // Half of the first at 1.383311, then up to the middle of the second at 0.931528, then to its end.
  CHECK(clock.advance(kPeriod / 2) == 691'655);
  CHECK(clock.advance(kPeriod) == 1'383'310 + 465'763 - 691'655);
  CHECK(clock.advance(kPeriod / 2) == 931'527 - 465'763);
}

TEST_CASE("the factors have a mean of one and the variance of their spread") {
  const std::vector<double> found = factors(pace(0.3, 42), 100'000);
  double sum = 0, squares = 0;
  for (const double factor : found) {
    sum += factor;
    squares += (factor - 1) * (factor - 1);
  }
  const auto count = static_cast<double>(found.size());

  // Evenly from 0.7 to 1.3: variance 0.3^2 / 3 = 0.03. Standard errors: 0.173 / 316 and 0.03 x 0.9 / 316.
  CHECK(sum / count == Approx(1).margin(4 * 0.00055));
  CHECK(squares / count == Approx(0.03).margin(4 * 0.000085));
  CHECK(*std::min_element(found.begin(), found.end()) >= 0.699999);
  CHECK(*std::max_element(found.begin(), found.end()) < 1.3);
}

TEST_CASE("one quantum tells nothing about the next") {
  const std::vector<double> found = factors(pace(0.3, 42), 100'000);
  double product = 0;
  for (std::size_t k = 1; k < found.size(); ++k) {
    product += (found[k] - 1) * (found[k - 1] - 1);
  }

  CHECK(product / static_cast<double>(found.size()) == Approx(0).margin(4 * 0.03 / 316));
}

TEST_CASE("the time of work does not depend on how it is cut") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::int64_t whole = in_pieces(pace(0.9, seed), 50'123'457, 50'123'457, 1);

    CHECK(in_pieces(pace(0.9, seed), 50'123'457, 100, seed) == whole);
    CHECK(in_pieces(pace(0.9, seed), 50'123'457, 3 * kPeriod, seed) == whole);

    const Pace brief{0.5, femtoseconds(50), seed};
    CHECK(in_pieces(brief, 12'345, 30, seed) == in_pieces(brief, 12'345, 12'345, seed));
  }
}

TEST_CASE("no piece of work takes less than a femtosecond, and what is too long is made up for") {
  const Pace coarse{0.9, femtoseconds(1000), 3};
  PaceClock clock(coarse);
  std::int64_t least = 1;
  for (int i = 0; i < 10'000; ++i) {
    least = std::min(least, clock.advance(1));
  }
  PaceClock whole(coarse);
  whole.advance(10'000);

  CHECK(least == 1);
  // What is ahead at most: one quantum at a femtosecond each.
  CHECK(clock.elapsed() >= whole.elapsed());
  clock.advance(10'000);
  whole.advance(10'000);
  CHECK(clock.elapsed() == whole.elapsed());
}

TEST_CASE("seeds give different paces and the same one the same") {
  CHECK(factors(pace(0.3, 1), 5) == factors(pace(0.3, 1), 5));
  CHECK(factors(pace(0.3, 1), 5) != factors(pace(0.3, 2), 5));
}

TEST_CASE("a long run keeps its precision") {
  // A thousand seconds, second by second and in tenths.
  const Pace slow{0.5, milliseconds(1), 5};
  PaceClock whole(slow);
  PaceClock pieces(slow);
  for (int i = 0; i < 1000; ++i) {
    whole.advance(milliseconds(1000).count());
  }
  for (int i = 0; i < 10'000; ++i) {
    pieces.advance(milliseconds(100).count());
  }

  CHECK(whole.elapsed() == pieces.elapsed());
  CHECK(to_seconds(Duration(whole.elapsed())) == Approx(1000).epsilon(0.002));
}

TEST_CASE("work of very many quanta is not counted one by one") {
  // 6,000 s in quanta of 1 us: 6e9 of them.
  PaceClock clock({0.5, microseconds(1), 5});
  const std::int64_t work = milliseconds(6'000'000).count();

  CHECK(to_seconds(Duration(clock.advance(work))) == Approx(6000).epsilon(1e-6));
}

}  // namespace
}  // namespace sealring::fabric::test
