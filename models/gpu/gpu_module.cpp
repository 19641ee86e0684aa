#include "models/gpu/gpu_module.hpp"

namespace sealring::gpu {

GpuModule::GpuModule(const sc_core::sc_module_name& name,
                     std::int32_t rank,
                     const UnitSpecs& specs,
                     const Ground& ground,
                     host::Servers& cores)
    : sc_module(name), pcie("pcie"), unit_(rank, specs, ground, cores) {
  pcie.bind(*this);
}

}  // namespace sealring::gpu
