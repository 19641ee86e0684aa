// The containers that the engines are made of, against plain ones.
#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "models/fabric/booked_station.hpp"
#include "models/fabric/pair_table.hpp"
#include "models/fabric/send_line.hpp"
#include "tests/unit/fabric/tiny_networks.hpp"

namespace sealring::fabric::test {
namespace {

TEST_CASE("a pair table finds what was put in, whatever the columns have in common") {
  const std::uint32_t stride = GENERATE(1U, 2U, 8U, 64U, 1U << 20U);
  constexpr std::size_t kRows = 3;
  PairTable table(kRows);
  std::map<std::pair<std::size_t, std::uint32_t>, std::uint32_t> plain;
  Dice dice(stride);
  for (std::uint32_t value = 0; value < 2'000; ++value) {
    const auto row = static_cast<std::size_t>(dice.below(kRows));
    const auto column = static_cast<std::uint32_t>(dice.below(1'000)) * stride;
    if (plain.emplace(std::pair{row, column}, value).second) {
      table.insert(row, column, value);
    }
  }

  for (std::size_t row = 0; row < kRows; ++row) {
    for (std::uint32_t column = 0; column < 1'000; ++column) {
      const auto found = plain.find({row, column * stride});
      CHECK(table.find(row, column * stride) == (found == plain.end() ? PairTable::kMissing : found->second));
    }
  }
}

TEST_CASE("a row of pairs without entries finds nothing") {
  const PairTable table(1);
  CHECK(table.find(0, 0) == PairTable::kMissing);
  CHECK(table.find(0, 7) == PairTable::kMissing);
}

/// Slots that come back in order, all their instants kept.
struct PlainSlots {
  std::deque<std::int64_t> instants;
  std::int64_t pop(std::int64_t start) {
    const std::int64_t oldest = instants.front();
    instants.pop_front();
    return std::max(start, oldest);
  }
};

TEST_CASE("a ring of slots gives the same starts as one that keeps every instant") {
  constexpr std::int32_t kSlots = 5;
  std::vector<std::int64_t> memory(kSlots);
  SlotRing ring{memory.data(), 0, kSlots, kSlots, 0, 0};
  PlainSlots plain{std::deque<std::int64_t>(kSlots, 0)};
  Dice dice(17);
  std::int64_t start = 0;
  std::int64_t back = 0;
  int late = 0;
  for (int i = 0; i < 20'000; ++i) {
    const auto ready = static_cast<std::int64_t>(plain.instants.size());
    if (ready > 0 && (ready == kSlots || dice.chance(50))) {
      const std::int64_t earliest = start + dice.between(1, 20);  // what the station itself allows
      start = plain.pop(earliest);
      late += start > earliest ? 1 : 0;
      REQUIRE(ring.pop(earliest) == start);
    } else {
      back = std::max(back, start) + dice.between(1, 30);
      plain.instants.push_back(back);
      ring.push(back);
    }
    REQUIRE(ring.ready == static_cast<std::int32_t>(plain.instants.size()));
  }
  CHECK(late > 1'000);  // some had to wait for their slot
}

TEST_CASE("a line of messages is first in, first out, and gives its blocks back") {
  SendLine::Blocks blocks;
  SendLine one;
  SendLine other;
  std::deque<std::uint64_t> plain;
  Dice dice(3);
  for (std::uint64_t i = 0; i < 5'000; ++i) {
    if (plain.empty() || (plain.size() < 40 && dice.chance(55))) {
      one.push(blocks, {0, Bytes(1), i, i, 0});
      other.push(blocks, {0, Bytes(1), i, i, 0});
      plain.push_back(i);
    } else {
      REQUIRE(one.peek(blocks).token == plain.front());
      REQUIRE(one.pop(blocks).token == plain.front());
      REQUIRE(other.pop(blocks).serial == plain.front());
      plain.pop_front();
    }
    REQUIRE(one.empty() == plain.empty());
  }
  std::vector<std::uint64_t> left;
  one.for_each(blocks, [&](const Unsent& message) { left.push_back(message.token); });

  CHECK(left == std::vector<std::uint64_t>(plain.begin(), plain.end()));
  CHECK(blocks.size() <= 2 * (40 / UnsentBlock::kRoom + 2));
}

}  // namespace
}  // namespace sealring::fabric::test
