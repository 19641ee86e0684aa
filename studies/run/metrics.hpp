// From a finished simulation to a result tree.
#pragma once

#include "sim/stats/result.hpp"
#include "studies/run/simulation.hpp"

namespace sealring::studies {

/// Everything that follows from the inputs alone: no wall time, host name or path.
stats::Result metrics_of(const Scenario& scenario, const Plan& plan, const Simulation& simulation);
/// The part of the metrics that a person reads first.
stats::Result summary_of(const stats::Result& metrics);

}  // namespace sealring::studies
