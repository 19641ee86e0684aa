// A switch chip -> SwitchSpec.
#pragma once

#include "models/fabric/switch_spec.hpp"
#include "sim/config/reader.hpp"

namespace sealring::fabric {

SwitchSpec read_switch(config::Reader in);

}  // namespace sealring::fabric
