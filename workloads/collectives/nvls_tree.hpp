// All-reduce with switches inside the domains and trees between them.
#pragma once

#include "workloads/collectives/plan.hpp"

namespace sealring::collectives {

/// As nvls inside each domain; the heads with the same place in their domains (one rail) add up their sums over a
/// binary tree of the domains before each has the total multicast. Even channels use one tree, odd ones its complement.
/// Lanes per channel and head: scatter and gather (every rank), up and down (heads only).
/// Source: NCCL's NVLSTree kernels.
class NvlsTree final : public Algorithm {
 private:
  [[nodiscard]] bool carries_out(CollectiveKind kind) const override { return kind == CollectiveKind::kAllReduce; }
  [[nodiscard]] std::string misfit(const Request& request) const override;
  [[nodiscard]] std::unique_ptr<Plan> unsliced(const Request& request) const override;
};

}  // namespace sealring::collectives
