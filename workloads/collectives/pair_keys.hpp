// The keys under which pairs of ranks seal what they send each other.
#pragma once

#include <cstdint>
#include <vector>

#include "models/fabric/pair_table.hpp"
#include "models/fabric/pool.hpp"
#include "sim/units/units.hpp"

namespace sealring::collectives {

/// The key of a directed pair of ranks.
struct PairKey {
  Bytes used = Bytes(0);  ///< sealed since the last rotation
  Instant ready;          ///< nothing of the pair is sent before
};

/// A key for every pair that has sent anything. A rank mostly sends to the one it sent to before.
class PairKeys {
 public:
  explicit PairKeys(int ranks) : of_pair_(static_cast<std::size_t>(ranks)), recent_(static_cast<std::size_t>(ranks)) {}

  PairKey& of(std::int32_t from, std::int32_t to) {
    Recent& recent = recent_[static_cast<std::size_t>(from)];
    if (recent.to != to) {
      recent = {to, find(from, to)};
    }
    return keys_[recent.key];
  }

 private:
  struct Recent {
    std::int32_t to = -1;
    std::uint32_t key = 0;
  };
  std::uint32_t find(std::int32_t from, std::int32_t to) {
    const auto row = static_cast<std::size_t>(from);
    const auto column = static_cast<std::uint32_t>(to);
    std::uint32_t key = of_pair_.find(row, column);
    if (key == fabric::PairTable::kMissing) {
      key = keys_.add();
      of_pair_.insert(row, column, key);
    }
    return key;
  }
  fabric::Blocks<PairKey> keys_;
  fabric::PairTable of_pair_;
  std::vector<Recent> recent_;  ///< [from]
};

}  // namespace sealring::collectives
