// Section `host` of a machine -> HostSpec.
#pragma once

#include "models/host/host_spec.hpp"
#include "sim/config/reader.hpp"

namespace sealring::host {

HostSpec read_host(config::Reader in);

}  // namespace sealring::host
