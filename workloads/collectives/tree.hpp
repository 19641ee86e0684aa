// All-reduce over trees.
#pragma once

#include "workloads/collectives/plan.hpp"

namespace sealring::collectives {

/// Every piece is reduced towards a root and broadcast back. Inside a domain the ranks are a chain; the rank at its top
/// takes part in a binary tree over the domains, of which there are two: the inner nodes of one are leaves of the
/// other, so that together the channels load all domains alike. Which rank is at the top changes with the channel.
/// Lanes per channel: up, down. Source: NCCL's double binary trees.
class Tree final : public Algorithm {
 private:
  [[nodiscard]] bool carries_out(CollectiveKind kind) const override { return kind == CollectiveKind::kAllReduce; }
  [[nodiscard]] std::unique_ptr<Plan> unsliced(const Request& request) const override;
};

}  // namespace sealring::collectives
