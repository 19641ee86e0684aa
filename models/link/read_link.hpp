// A scale-up link -> LinkSpec.
#pragma once

#include "models/link/link_spec.hpp"
#include "sim/config/reader.hpp"

namespace sealring::link {

LinkSpec read_link(config::Reader in);

}  // namespace sealring::link
