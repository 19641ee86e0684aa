// What crossed the wires of a finished run, and what a tap on them would have seen.
#pragma once

#include "sim/stats/result.hpp"
#include "studies/run/simulation.hpp"

namespace sealring::studies {

/// One row per station that was used at all, with its zone and whether its bytes were ciphertext there. Where some
/// scale-up domains stand for all: the rows of those, without uplinks and spines, which none has to itself.
[[nodiscard]] stats::Table wires(const Simulation& simulation);
/// Bytes per scale-up link where the participating GPUs are few enough to read that, else per GPU; of domains that
/// stand for all, per GPU.
[[nodiscard]] stats::Result links(const Simulation& simulation);
/// Of the whole machine: payload in the clear and sealed per zone, summed over its wires (a byte that crosses two
/// counts twice), and the keys: one per ordered pair of GPUs that exchanged sealed bytes. Copies between a GPU and its
/// host are no messages of the fabric and not in here.
[[nodiscard]] stats::Result trust(const Simulation& simulation);

}  // namespace sealring::studies
