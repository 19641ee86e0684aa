// Numbers of pairs: of endpoints, of stations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace sealring::fabric {

/// From pairs of numbers to 32-bit values: a row for each first number, by open addressing from the second entry on.
/// Who sends to many asks for one after the other, and then finds the whole row in a near cache. Never iterated, so its
/// order reaches no result.
class PairTable {
 public:
  static constexpr std::uint32_t kMissing = 0xFFFFFFFFU;
  explicit PairTable(std::size_t rows) : rows_(rows) {}
  [[nodiscard]] std::uint32_t find(std::size_t row, std::uint32_t column) const {
    const Row& in = rows_[row];
    if (in.first.column == column) {
      return in.first.value;
    }
    return in.used == 0 ? kMissing : find_more(in, column);
  }
  void insert(std::size_t row, std::uint32_t column, std::uint32_t value);  ///< the pair must be missing

 private:
  struct Cell {
    std::uint32_t column = 0;
    std::uint32_t value = kMissing;
  };
  static constexpr std::uint32_t kLine = 8;
  struct alignas(64) Line {
    Cell cells[kLine];
  };
  struct Row {
    Cell first;
    std::unique_ptr<Line[]> more;
    std::uint32_t lines = 0;  ///< none, or a power of two, so that at least half of the cells are empty
    std::uint32_t used = 0;   ///< cells of them
    [[nodiscard]] Cell& cell(std::uint32_t i) const { return more[i / kLine].cells[i % kLine]; }
    [[nodiscard]] std::uint32_t home(std::uint32_t column) const;
    [[nodiscard]] std::uint32_t after(std::uint32_t i) const { return (i + 1) & (lines * kLine - 1); }
  };
  [[nodiscard]] static std::uint32_t find_more(const Row& row, std::uint32_t column);
  static void insert_more(Row& row, Cell cell);
  static void grow(Row& row);
  std::vector<Row> rows_;
};

}  // namespace sealring::fabric
