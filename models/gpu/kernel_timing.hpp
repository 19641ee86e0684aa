// How long a kernel takes when it has the GPU to itself.
#pragma once

#include <string_view>

#include "models/gpu/gpu_spec.hpp"
#include "models/host/program.hpp"

namespace sealring::gpu {

std::string_view name(host::Precision precision);  ///< "fp32", "bf16", ...

/// Models:  a roofline: the longer of FLOPs over achieved FLOP rate (peak of the precision x efficiency of the kind)
/// and
///          memory traffic over achieved memory rate. Element-wise kernels are memory bound. A `fixed` time wins over
///          the work.
/// Ignores: caches, wave quantisation, clock changes; sm_share decides what the kernel takes from others, not its own
/// speed. Source:  roofline model (Williams, Waterman, Patterson, CACM 2009); peaks and efficiencies are the GPU's
/// numbers.
class KernelTiming {
 public:
  explicit KernelTiming(const GpuSpec& spec) : spec_(spec) {}
  /// Time on an idle GPU, without any launch cost. Throws std::invalid_argument for a precision the GPU does not have.
  [[nodiscard]] Duration alone(const host::KernelWork& work) const;
  /// SMs the kernel keeps busy.
  [[nodiscard]] double sms(const host::KernelWork& work) const { return work.sm_share * spec_.sms; }

 private:
  [[nodiscard]] Duration compute_time(const host::KernelWork& work) const;
  [[nodiscard]] Duration memory_time(const host::KernelWork& work) const;

  GpuSpec spec_;
};

}  // namespace sealring::gpu
