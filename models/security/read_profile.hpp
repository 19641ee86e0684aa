// A security profile -> ProfileSpec.
#pragma once

#include "models/security/profile_spec.hpp"
#include "sim/config/reader.hpp"

namespace sealring::security {

/// Every path names a row of the protection catalogue as its `kind` and holds a section of that name with the numbers
/// (`ide` shares those of inline_link; `command` has a kind and no numbers). A path may hold sections of other kinds,
/// so that an override can switch between them.
ProfileSpec read_profile(config::Reader in);

}  // namespace sealring::security
