// The numbers of one GPU and the host that feeds it, under one profile.
#pragma once

#include "models/gpu/gpu_spec.hpp"
#include "models/host/host_spec.hpp"
#include "models/security/profile_spec.hpp"

namespace sealring::gpu {

struct UnitSpecs {
  GpuSpec gpu;
  host::HostSpec host;
  security::ProfileSpec profile;
};

}  // namespace sealring::gpu
