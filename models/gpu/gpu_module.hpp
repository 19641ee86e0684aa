// One GPU in the SystemC hierarchy: owns the GPU's parts and shows them to its host.
#pragma once

#include <systemc>

#include "models/gpu/gpu_unit.hpp"

namespace sealring::gpu {

/// What a host reaches over PCIe.
class GpuPort : public virtual sc_core::sc_interface {
 public:
  [[nodiscard]] virtual GpuUnit& unit() = 0;
};

/// Named after its place, "node0.gpu3.package". Timing is that of the parts; all events go through the shared queue.
class GpuModule final : public sc_core::sc_module, public GpuPort {
 public:
  GpuModule(const sc_core::sc_module_name& name,
            std::int32_t rank,
            const UnitSpecs& specs,
            const Ground& ground,
            host::Servers& cores);
  [[nodiscard]] GpuUnit& unit() override { return unit_; }

  sc_core::sc_export<GpuPort> pcie;

 private:
  GpuUnit unit_;
};

}  // namespace sealring::gpu
