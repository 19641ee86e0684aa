// A security profile -> ProfileSpec.
#pragma once

#include <string>
#include <vector>

#include "models/security/profile_spec.hpp"
#include "sim/config/reader.hpp"

namespace sealring::security {

/// Kinds a path may name; each has a section of the same name for its numbers (`ide` shares those of inline_link).
const std::vector<std::string>& protection_kinds();

ProfileSpec read_profile(config::Reader in);

}  // namespace sealring::security
