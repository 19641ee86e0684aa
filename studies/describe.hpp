// A machine as the program understands it, before anything is simulated.
#pragma once

#include <string>

#include "models/machine/machine_spec.hpp"
#include "sim/stats/result.hpp"

namespace sealring::studies {

/// Counts, totals per GPU and domain, hosts, profiles with the protection of every path, and each published claim
/// beside the value that follows from the numbers. Ends with a newline.
std::string describe_text(const machine::MachineSpec& machine);

/// The same facts for programs; rates count one direction.
stats::Result describe_facts(const machine::MachineSpec& machine);

/// The machine's graph as Graphviz text.
std::string describe_dot(const machine::MachineSpec& machine);

}  // namespace sealring::studies
