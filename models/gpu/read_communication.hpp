// YAML -> CommunicationSpec.
#pragma once

#include "models/gpu/communication_spec.hpp"
#include "sim/config/reader.hpp"

namespace sealring::gpu {

CommunicationSpec read_communication(config::Reader in);

}  // namespace sealring::gpu
