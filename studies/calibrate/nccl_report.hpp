// A fit of constants for people and as files.
#pragma once

#include <string>
#include <vector>

#include "sim/stats/result.hpp"
#include "studies/calibrate/nccl_fit.hpp"

namespace sealring::studies {

/// How many constants there are, then per group: the constants, how well they are determined, and what every file says.
stats::Result nccl_report(const std::vector<GroupFit>& fits, const ScopeCount& count);

/// The values of a group as the lines of a scenario; not those of a site, which no machine ships with.
std::string lines_to_paste(const GroupFit& fit);

/// Every size of every file.
stats::Table nccl_residuals(const std::vector<GroupFit>& fits);

}  // namespace sealring::studies
