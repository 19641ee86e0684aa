// Rules between several numbers of a machine. Each adds a problem where the user can mend it.
#pragma once

#include "models/machine/machine_spec.hpp"
#include "sim/config/reader.hpp"

namespace sealring::machine {

/// Whole counts, and hosts that divide a domain evenly.
void check_counts(config::Reader& in, const MachineSpec& machine);
/// Links over planes sum to the GPU's; every chip has a port for every link of its plane.
void check_scale_up(config::Reader& in, const ScaleUpSpec& spec, const MachineSpec& machine);
/// A GPU whose machine joins it by scale-up links has some; one without may still have them.
void check_links(config::Reader& gpu, const MachineSpec& machine);
void check_scale_out(config::Reader& in, const ScaleOutSpec& spec, const MachineSpec& machine);
/// What a profile takes from the GPU's memory fits, the host can do the cipher work that it asks for, every path has a
/// protection that can work there, and no plaintext leaves protected memory.
void check_profile(config::Reader& in, const security::ProfileSpec& profile, const MachineSpec& machine);
/// `off` is there and costs nothing: it is the baseline of every comparison.
void check_off(config::Reader& in, const MachineSpec& machine);

}  // namespace sealring::machine
