// Collectives in two levels.
#pragma once

#include "workloads/collectives/plan.hpp"

namespace sealring::collectives {

/// Rings inside the domains, and rings among the ranks with the same place in each domain (one rail). All-reduce is a
/// reduce-scatter inside, an all-reduce across and an all-gather inside: 2(m-1) + 2(d-1) sends for d domains of m
/// ranks, of which each rank sends 1/m of the buffer across. Reduce-scatter and all-gather are its halves. Source: Jia
/// et al. 2018, "Highly Scalable Deep Learning Training System with Mixed-Precision" (hierarchical all-reduce). Folded,
/// every domain follows the largest share round the ring of domains: at each step it is the domain that has it.
class Hierarchical final : public Algorithm {
 private:
  [[nodiscard]] bool carries_out(CollectiveKind kind) const override;
  [[nodiscard]] bool folds() const override { return true; }
  [[nodiscard]] std::string misfit(const Request& request) const override;
  [[nodiscard]] std::unique_ptr<Plan> unsliced(const Request& request) const override;
};

}  // namespace sealring::collectives
