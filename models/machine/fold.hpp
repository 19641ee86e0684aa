// Scale-up domains that all do the same at the same time, so that some of them can stand for all.
#pragma once

#include <string>
#include <vector>

#include "models/machine/network_plan.hpp"

namespace sealring::machine {

/// A ring of domains: every GPU sends to the GPU with its place in the next domain, the last one to the first.
struct Fold {
  int domains = 1;               ///< that take part
  int kept = 1;                  ///< of these, the first so many stand for all; as many: nothing is folded
  std::vector<int> over_spines;  ///< [place in a domain]: in how many of the domains it sends to another leaf
  /// Of a latency above the leaves, for each message. A chunk goes twice round all domains but for two wires between
  /// them; this is the share of the chunk that crosses most spines.
  double spine_share = 0;
  [[nodiscard]] bool folded() const { return kept < domains; }
};

/// The first `domains` of a machine, of which `kept` stand for all.
Fold fold_domains(const NetworkPlan& network, int domains, int kept, int gpus_per_domain);
/// Why traffic of some domains cannot stand for that of all: flows that meet above the leaves, where those of different
/// domains share what they must not wait for. Empty when nothing does.
std::string collisions(const NetworkPlan& network, int domains, int gpus_per_domain);

}  // namespace sealring::machine
