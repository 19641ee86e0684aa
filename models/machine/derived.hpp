// Totals that follow from a machine's numbers, and data-sheet claims held against them.
#pragma once

#include <string>
#include <vector>

#include "models/machine/machine_spec.hpp"
#include "sim/topology/graph.hpp"

namespace sealring::machine {

/// Rates are one direction. A domain's totals are sums over its GPUs.
struct DerivedTotals {
  int switches_per_domain = 0;
  int links_per_gpu = 0;
  Bandwidth gpu_rate{0};  ///< all scale-up links of one GPU
  Bandwidth domain_rate{0};
  Bandwidth domain_bisection{0};  ///< minimum cut between the halves of a domain, scale-up links only
  Bandwidth switch_rate{0};       ///< all ports of one scale-up switch
  Bandwidth memory_rate{0};       ///< HBM of one GPU
  Bandwidth domain_memory_rate{0};
  Bytes domain_memory;
  Bandwidth host_link{0};       ///< between one GPU and its host
  Bandwidth scale_out_rate{0};  ///< all adapters of one GPU
  Bandwidth domain_scale_out{0};
};

DerivedTotals derive(const MachineSpec& machine, const topology::Graph& graph);

/// What a claim may be about: gpu_bandwidth, node_bandwidth, domain_bandwidth, bisection, ...
std::vector<std::string> claim_names();

struct CheckedClaim {
  PublishedClaim claim;
  Bandwidth derived{0};  ///< counted as the claim counts: one direction or both
  double error_pct = 0;  ///< derived against published
};

std::vector<CheckedClaim> check_claims(const MachineSpec& machine, const DerivedTotals& totals);

}  // namespace sealring::machine
