// How much a scenario asks the simulation to move, known before it runs.
#pragma once

#include <string>

#include "studies/scenario/scenario.hpp"

namespace sealring::studies {

/// More would take hours.
inline constexpr double kMostSlices = 5e9;

/// Messages of all collectives of all iterations, and the slices (packets, for that fidelity) they are cut into, once
/// each however many wires they cross.
struct RunSize {
  double messages = 0;
  double slices = 0;
  Bytes slice;
  [[nodiscard]] std::string refusal() const;
};

RunSize run_size(const Scenario& scenario);

}  // namespace sealring::studies
