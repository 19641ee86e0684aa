// Runs a plan on sets of contributors instead of numbers, in a random order of steps.
#pragma once

#include <cstdint>
#include <string>

#include "workloads/collectives/plan.hpp"

namespace sealring::test {

struct SymbolicResult {
  std::string fault;            ///< empty when the collective is right
  std::int64_t bytes_sent = 0;  ///< summed over ranks
};

/// `seed` chooses which ready step runs next: a plan with a hidden order fails for some seed.
SymbolicResult run_symbolically(const collectives::Plan& plan, std::uint64_t seed);

}  // namespace sealring::test
