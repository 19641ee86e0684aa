#include "models/gpu/kernel_timing.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace sealring::gpu {

std::string_view name(host::Precision precision) {
  constexpr std::array<std::string_view, kPrecisions> kNames{"fp32", "tf32", "bf16", "fp16", "fp8", "fp4"};
  return kNames[static_cast<std::size_t>(precision)];
}

Duration KernelTiming::compute_time(const host::KernelWork& work) const {
  if (work.kind == host::ComputeKind::kElementwise || work.flops == Flops()) {
    return Duration();
  }
  const FlopRate rate = spec_.achieved(work.precision, work.kind);
  if (!(rate > FlopRate())) {
    throw std::invalid_argument("GPU '" + spec_.name + "' has no " + std::string(name(work.precision)) + " rate");
  }
  return work.flops / rate;
}

Duration KernelTiming::memory_time(const host::KernelWork& work) const {
  if (work.memory_traffic == Bytes()) {
    return Duration();
  }
  if (!(spec_.memory_rate > Bandwidth())) {
    throw std::invalid_argument("GPU '" + spec_.name + "' has no memory rate");
  }
  return work.memory_traffic / (spec_.memory_rate * spec_.memory_efficiency);
}

Duration KernelTiming::alone(const host::KernelWork& work) const {
  if (work.fixed > Duration()) {
    return work.fixed;
  }
  return std::max(compute_time(work), memory_time(work));
}

}  // namespace sealring::gpu
