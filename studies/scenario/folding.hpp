// Whether some scale-up domains of a run can stand for all of them.
#pragma once

#include <string>

#include "models/machine/fold.hpp"
#include "studies/scenario/scenario.hpp"

namespace sealring::studies {

/// What becomes of the domains of a run in closed forms.
struct Folding {
  machine::Fold fold;
  std::string why_not;  ///< words that say what makes domains differ; empty when they do not, or nobody asks
};

/// Models:  domains that begin alike stay alike: the same operations, hosts, links and paths (but for the spines), and
///          collectives in which every domain does the same.
/// Ignores: that links of more domains than are kept fluctuate apart (pace): whoever waits for the slowest of many
///          waits for the slowest of those.
/// Source:  symmetry.
Folding folding_of(const Scenario& scenario, const security::ProfileSpec& profile, const host::Program& program);

}  // namespace sealring::studies
