// Collectives between all pairs of ranks.
#pragma once

#include "workloads/collectives/plan.hpp"

namespace sealring::collectives {

/// Every rank sends to every other one straight. All-to-all: a chunk of its own for each; all-gather: its chunk to all;
/// reduce-scatter: its part of their chunks. What stays with a rank does not move.
/// Lanes per peer and channel: send, receive. Source: NCCL's all-to-all as grouped sends and receives.
class Direct final : public Algorithm {
 private:
  [[nodiscard]] bool carries_out(CollectiveKind kind) const override;
  [[nodiscard]] std::unique_ptr<Plan> unsliced(const Request& request) const override;
};

}  // namespace sealring::collectives
