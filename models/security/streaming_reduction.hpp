// The kernel that adds a received message where no resident kernel of a collective does it on the way.
#pragma once

#include "models/gpu/gpu_spec.hpp"
#include "models/security/protection.hpp"
#include "sim/units/units.hpp"

namespace sealring::security {

/// Models:  two reads and one write of GPU memory per byte received, at the memory rate that streaming kernels achieve.
/// Ignores: caches; fewer SMs than the rate needs (the figure in the machine's file is enough for it).
/// Source:  the sum of two buffers into one of them, counted.
class StreamingReduction {
 public:
  /// The kernel holds `sms` of the GPU's SMs, all of them when it has fewer.
  StreamingReduction(const gpu::GpuSpec& gpu, int sms);
  /// The same at a measured rate.
  StreamingReduction(Bandwidth rate, const gpu::GpuSpec& gpu, int sms);

  [[nodiscard]] Bandwidth rate() const { return rate_; }
  [[nodiscard]] Duration time(Bytes message) const { return message / rate_; }
  [[nodiscard]] double sms() const { return sms_; }
  [[nodiscard]] Stage stage(Bytes message) const {
    return {Where::kGpuKernel, Label::kReduce, time(message), sms(), 1, Bytes(0)};
  }

 private:
  Bandwidth rate_;
  int sms_;
};

}  // namespace sealring::security
