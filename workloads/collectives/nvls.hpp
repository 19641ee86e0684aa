// Collectives that the scale-up switch reduces and multicasts.
#pragma once

#include "workloads/collectives/plan.hpp"

namespace sealring::collectives {

/// In one domain, each rank is the head of one share of the buffer: all ranks send that share towards it, the switch
/// adds the parts up on the way, and the head has the sum multicast. An all-gather is the second half (the head's share
/// is its own data), a reduce-scatter the first. Lanes per channel and head, where the kind has them: scatter (every
/// rank), head (that rank only), gather (every rank). Source: NCCL's NVLS kernels.
class Nvls final : public Algorithm {
 private:
  [[nodiscard]] bool carries_out(CollectiveKind kind) const override;
  [[nodiscard]] std::string misfit(const Request& request) const override;
  [[nodiscard]] std::unique_ptr<Plan> unsliced(const Request& request) const override;
};

}  // namespace sealring::collectives
