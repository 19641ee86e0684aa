// A host channel adapter -> NicSpec.
#pragma once

#include "models/nic/nic_spec.hpp"
#include "sim/config/reader.hpp"

namespace sealring::nic {

NicSpec read_nic(config::Reader in);

}  // namespace sealring::nic
