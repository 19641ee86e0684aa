// Takes a cost out of a machine and a profile, to find the ceiling without it.
#pragma once

#include "models/machine/machine_spec.hpp"
#include "models/security/profile_spec.hpp"
#include "studies/scenario/scenario.hpp"

namespace sealring::studies {

/// Every path in the clear and no copy tolls; submission tolls stay.
security::ProfileSpec without_crypto(security::ProfileSpec profile);

struct Submissions {
  machine::MachineSpec machine;
  security::ProfileSpec profile;
};
/// Submissions cost nothing, with or without confidential computing.
Submissions without_launch_costs(Submissions submissions);

}  // namespace sealring::studies
