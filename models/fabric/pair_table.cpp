#include "models/fabric/pair_table.hpp"

#include <algorithm>
#include <utility>

namespace sealring::fabric {

/// Eight neighbouring columns, which are often asked for one after the other, share a cache line; the multiplication
/// spreads those lines (Fibonacci hashing).
std::uint32_t PairTable::Row::home(std::uint32_t column) const {
  const std::uint64_t place = std::uint64_t{column / kLine * 0x9E3779B9U} * lines >> 32U;
  return static_cast<std::uint32_t>(place) * kLine + column % kLine;
}

std::uint32_t PairTable::find_more(const Row& row, std::uint32_t column) {
  std::uint32_t i = row.home(column);
  while (row.cell(i).value != kMissing && row.cell(i).column != column) {
    i = row.after(i);
  }
  return row.cell(i).value;
}

void PairTable::insert(std::size_t row, std::uint32_t column, std::uint32_t value) {
  Row& in = rows_[row];
  if (in.first.value == kMissing) {
    in.first = {column, value};
    return;
  }
  if (2 * (in.used + 1) > in.lines * kLine) {
    grow(in);
  }
  insert_more(in, {column, value});
}

void PairTable::insert_more(Row& row, Cell cell) {
  std::uint32_t i = row.home(cell.column);
  while (row.cell(i).value != kMissing) {
    i = row.after(i);
  }
  row.cell(i) = cell;
  ++row.used;
}

void PairTable::grow(Row& row) {
  const Row old = std::exchange(row, {row.first, nullptr, std::max(1U, 2 * row.lines), 0});
  row.more = std::make_unique<Line[]>(row.lines);
  for (std::uint32_t i = 0; i < old.lines * kLine; ++i) {
    if (old.cell(i).value != kMissing) {
      insert_more(row, old.cell(i));
    }
  }
}

}  // namespace sealring::fabric
