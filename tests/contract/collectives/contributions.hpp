// What a collective starts from and must end with, as sums of random numbers.
#pragma once

#include <cstdint>
#include <optional>

#include "workloads/collectives/plan.hpp"

namespace sealring::test {

/// Every rank's contribution to every chunk is a random number of 64 bits, so a sum that misses one, or has it twice,
/// or has that of another chunk, is wrong but for an accident of about 2^-64.
class Contributions {
 public:
  explicit Contributions(const collectives::Plan& plan);

  /// What `rank` holds of `chunk` before the first step; 0: nothing.
  [[nodiscard]] std::uint64_t at_start(int rank, int chunk) const;
  /// What it must hold after the last one; nullopt: anything.
  [[nodiscard]] std::optional<std::uint64_t> at_end(int rank, int chunk) const;

 private:
  [[nodiscard]] std::uint64_t of(int rank, int chunk) const;
  [[nodiscard]] std::uint64_t of_all(int chunk) const;

  collectives::CollectiveKind kind_;
  int n_;
  int root_;
  std::vector<std::uint64_t> totals_;  ///< by chunk
};

}  // namespace sealring::test
