// Section `gpu` of a machine -> GpuSpec.
#pragma once

#include "models/gpu/gpu_spec.hpp"
#include "sim/config/reader.hpp"

namespace sealring::gpu {

GpuSpec read_gpu(config::Reader in);

}  // namespace sealring::gpu
