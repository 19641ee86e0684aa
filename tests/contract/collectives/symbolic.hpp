// Runs a plan on sums of random numbers instead of data, in a random order of steps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "workloads/collectives/plan.hpp"

namespace sealring::test {

struct SymbolicResult {
  std::string fault;               ///< empty when the collective is right
  std::vector<std::int64_t> sent;  ///< bytes that each rank puts on its wires; a multicast counts once
  bool uses_switch = false;        ///< some step is a reduction or multicast of the switch
  [[nodiscard]] std::int64_t bytes_sent() const;
};

struct SymbolicOrder {
  std::uint64_t seed = 1;  ///< chooses which ready step runs next: a plan with a hidden order fails for some seed
  int window = 0;          ///< messages of one sender that may wait at a slot; 0: any number
};

SymbolicResult run_symbolically(const collectives::Plan& plan, const SymbolicOrder& order);

}  // namespace sealring::test
