// Whether one scale-up domain of a run can stand for all of them.
#pragma once

#include <string>

#include "models/machine/fold.hpp"
#include "studies/scenario/scenario.hpp"

namespace sealring::studies {

/// What becomes of the domains of a run in closed forms.
struct Folding {
  int domains = 1;      ///< that take part
  machine::Fold fold;   ///< of as many, or of none
  std::string why_not;  ///< words that say what makes domains differ; empty when they do not, or nobody asks
};

/// Models:  domains that begin alike stay alike: the same operations, hosts, links and paths (but for the spines), and
///          collectives in which every domain does the same.
/// Ignores: that links of different domains fluctuate apart (pace): all do as those of the first. Whoever waits for the
///          slowest of many domains waits for one of average speed.
/// Source:  symmetry.
Folding folding_of(const Scenario& scenario, const security::ProfileSpec& profile, const host::Program& program);

}  // namespace sealring::studies
