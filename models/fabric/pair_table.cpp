#include "models/fabric/pair_table.hpp"

#include <algorithm>
#include <utility>

namespace sealring::fabric {
namespace {

/// Neighbouring columns, which are often asked for one after the other, share a cache line.
std::uint32_t home(std::uint32_t column) {
  const std::uint32_t block = (column >> 2U) * 0x9E3779B9U;  // Fibonacci hashing
  return (block ^ (block >> 16U)) << 2U | (column & 3U);
}

}  // namespace

std::uint32_t PairTable::find_more(const Row& row, std::uint32_t column) {
  const std::uint32_t mask = row.capacity - 1;
  std::uint32_t i = home(column) & mask;
  while (row.more[i].value != kMissing && row.more[i].column != column) {
    i = (i + 1) & mask;
  }
  return row.more[i].value;
}

void PairTable::insert(std::size_t row, std::uint32_t column, std::uint32_t value) {
  Row& in = rows_[row];
  if (in.first.value == kMissing) {
    in.first = {column, value};
    return;
  }
  if (2 * (in.used + 1) > in.capacity) {
    grow(in);
  }
  insert_more(in, {column, value});
}

void PairTable::insert_more(Row& row, Cell cell) {
  const std::uint32_t mask = row.capacity - 1;
  std::uint32_t i = home(cell.column) & mask;
  while (row.more[i].value != kMissing) {
    i = (i + 1) & mask;
  }
  row.more[i] = cell;
  ++row.used;
}

void PairTable::grow(Row& row) {
  const std::uint32_t capacity = std::exchange(row.capacity, std::max(8U, 2 * row.capacity));
  const std::unique_ptr<Cell[]> old = std::exchange(row.more, std::make_unique<Cell[]>(row.capacity));
  row.used = 0;
  for (std::uint32_t i = 0; i < capacity; ++i) {
    if (old[i].value != kMissing) {
      insert_more(row, old[i]);
    }
  }
}

}  // namespace sealring::fabric
