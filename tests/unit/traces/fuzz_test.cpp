// Cut and damaged traces: reading reports or accepts, and never crashes; what it accepts can be written again.
#include <cstdint>

#include <catch2/catch.hpp>

#include "tests/unit/traces/programs.hpp"
#include "workloads/traces/trace.hpp"

using namespace sealring;
using namespace sealring::test;

namespace {

/// Small own generator: the sequence is the same everywhere.
class Dice {
 public:
  std::size_t below(std::size_t limit) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<std::size_t>(state_ >> 33) % limit;
  }

 private:
  std::uint64_t state_ = 42;
};

bool reported_or_read(const std::string& text) {
  config::Report report;
  const auto program = traces::from_text(text, "t.jsonl", report);
  if (!program.has_value()) {
    return !report.empty();
  }
  return report.empty() && !traces::text(*program).empty();
}

}  // namespace

// Every length in the header's start and in the last lines, every eleventh between.
TEST_CASE("truncation is reported except the lost final newline") {
  const auto text = joined(every_kind_lines());
  std::size_t accepted = 0;

  for (std::size_t size = 0; size < text.size(); size += size < 100 || size + 300 > text.size() ? 1U : 11U) {
    config::Report report;
    const bool read = traces::from_text(text.substr(0, size), "t.jsonl", report).has_value();
    REQUIRE(read == report.empty());
    accepted += read ? 1 : 0;
  }
  CHECK(accepted == 1);
}

TEST_CASE("damaged characters never crash the reader") {
  const auto text = joined(every_kind_lines());
  const std::string alphabet = std::string("{}[]\",:-019eE.x\n\\\xFF", 18) + '\0';
  Dice dice;

  for (int round = 0; round < 800; ++round) {
    std::string damaged = text;
    for (std::size_t i = 0; i <= dice.below(3); ++i) {
      damaged[dice.below(damaged.size())] = alphabet[dice.below(alphabet.size())];
    }
    REQUIRE(reported_or_read(damaged));
  }
}

TEST_CASE("moved, doubled and dropped pieces never crash the reader") {
  const auto text = joined(every_kind_lines());
  Dice dice;

  for (int round = 0; round < 500; ++round) {
    std::string damaged = text;
    const std::size_t at = dice.below(text.size());
    const std::string piece = text.substr(at, dice.below(200));
    if (dice.below(2) == 0) {
      damaged.erase(at, piece.size());
    }
    damaged.insert(dice.below(damaged.size()), piece);
    REQUIRE(reported_or_read(damaged));
  }
}

TEST_CASE("values of the wrong type never crash the reader") {
  const auto lines = every_kind_lines();
  Dice dice;
  const std::vector<std::string> values = {"null", "[]", "{}", "\"x\"", "true", "-1", "1e18", "18446744073709551615"};

  for (int round = 0; round < 500; ++round) {
    auto damaged = lines;
    std::string& line = damaged[dice.below(damaged.size())];
    const std::size_t colon = line.find(':', dice.below(line.size()));
    const std::size_t end = colon == std::string::npos ? colon : line.find_first_of(",}", colon);
    if (end == std::string::npos) {
      continue;
    }
    line.replace(colon + 1, end - colon - 1, values[dice.below(values.size())]);
    REQUIRE(reported_or_read(joined(damaged)));
  }
}
