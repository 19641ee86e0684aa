// Scale-up domains that all do the same at the same time, so that one of them can stand for all.
#pragma once

#include <string>
#include <vector>

#include "models/machine/network_plan.hpp"

namespace sealring::machine {

/// Every GPU of a domain sends to the GPU with its place in the next domain, the last one to the first.
struct Fold {
  int domains = 1;  ///< that take part; 1: nothing is folded
  /// [place in a domain]: how many of the domains have the next one's GPU under another leaf.
  std::vector<int> over_spines;
  [[nodiscard]] bool folded() const { return domains > 1; }
};

/// The first `domains` of a machine.
Fold fold_domains(const NetworkPlan& network, int domains, int gpus_per_domain);
/// Why traffic of one domain cannot stand for that of all: flows that meet above the leaves, where those of different
/// domains share what they must not wait for. Empty when nothing does.
std::string collisions(const NetworkPlan& network, int domains, int gpus_per_domain);

}  // namespace sealring::machine
