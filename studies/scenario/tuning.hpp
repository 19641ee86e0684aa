// The communication library on a scenario's machine.
#pragma once

#include "studies/scenario/scenario.hpp"
#include "workloads/collectives/tuner.hpp"

namespace sealring::studies {

/// Chooses and cuts the collectives of a run under `profile`, which may be an idealised one of the scenario's machine.
collectives::Tuner tuner_of(const Scenario& scenario, const security::ProfileSpec& profile);

/// The operations of one iteration; of a recorded trace, all of them.
host::Program one_iteration(const Scenario& scenario);

/// Of all collectives of a scenario under its profile, each once.
std::vector<collectives::Refusal> refusals(const Scenario& scenario);

/// What the transport moves at once: the scenario's slice, or the largest message of its collectives, at most 1 MiB.
Bytes slice_of(const Scenario& scenario, const host::Program& program, const collectives::Tuner& tuner);

}  // namespace sealring::studies
