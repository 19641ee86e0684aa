#include <cstdint>

#include <catch2/catch.hpp>

#include "studies/report/lanes.hpp"

using namespace sealring::report;
using Lanes = std::vector<std::size_t>;

namespace {

/// A small generator of our own: the standard's distributions differ between libraries.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::int64_t below(std::int64_t limit) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::int64_t>((state_ >> 33) % static_cast<std::uint64_t>(limit));
  }

 private:
  std::uint64_t state_;
};

bool overlap_partially(const Span& a, const Span& b) {
  return (a.start < b.start && b.start < a.end && a.end < b.end) ||
         (b.start < a.start && a.start < b.end && b.end < a.end);
}

std::vector<Span> random_spans(Random& random) {
  std::vector<Span> spans(static_cast<std::size_t>(random.below(40)));
  for (Span& span : spans) {
    span.start = random.below(30);
    span.end = span.start + random.below(12);  // of no length now and then
  }
  return spans;
}

std::size_t partial_overlaps(const std::vector<Span>& spans, const Lanes& lanes) {
  std::size_t found = 0;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    for (std::size_t j = i + 1; j < spans.size(); ++j) {
      found += lanes[i] == lanes[j] && overlap_partially(spans[i], spans[j]) ? 1u : 0u;
    }
  }
  return found;
}

}  // namespace

TEST_CASE("spans one after the other share a lane") { CHECK(assign_lanes({{0, 5}, {5, 9}}) == Lanes{0, 0}); }

TEST_CASE("a span inside another shares its lane") { CHECK(assign_lanes({{2, 4}, {0, 9}}) == Lanes{0, 0}); }

TEST_CASE("spans that overlap partially take two lanes") { CHECK(assign_lanes({{0, 5}, {3, 9}}) == Lanes{0, 1}); }

TEST_CASE("a lane is free again once its spans have ended") {
  CHECK(assign_lanes({{0, 5}, {3, 9}, {5, 20}, {9, 30}}) == Lanes{0, 1, 0, 1});
}

TEST_CASE("of two spans with one start the longer comes first") {
  CHECK(nesting_order({{0, 3}, {0, 7}}) == std::vector<std::size_t>{1, 0});
}

TEST_CASE("no two spans of a lane ever overlap partially") {
  Random random(1);
  std::size_t bad = 0;
  std::size_t on_further_lanes = 0;
  for (int round = 0; round < 500; ++round) {
    const std::vector<Span> spans = random_spans(random);
    const Lanes lanes = assign_lanes(spans);
    bad += partial_overlaps(spans, lanes);
    for (const std::size_t lane : lanes) {
      on_further_lanes += lane > 0 ? 1u : 0u;
    }
  }

  CHECK(bad == 0);
  CHECK(on_further_lanes > 1000);  // the case was really exercised
}
