// Ring collectives.
#pragma once

#include "workloads/collectives/plan.hpp"

namespace sealring::collectives {

/// Every rank sends to the next one only, so each border between domains is crossed once. All-reduce is a
/// reduce-scatter of n-1 steps and an all-gather of n-1 steps over n chunks; broadcast goes round the same rings from
/// the root to the rank before it. Source: Patarasuk and Yuan 2009; the order of NCCL's ring primitives.
class Ring final : public Algorithm {
 private:
  [[nodiscard]] bool carries_out(CollectiveKind kind) const override;
  [[nodiscard]] std::unique_ptr<Plan> unsliced(const Request& request) const override;
};

}  // namespace sealring::collectives
