#include "models/security/streaming_reduction.hpp"

#include <algorithm>

#include "sim/config/report.hpp"

namespace sealring::security {
namespace {

constexpr double kMemoryAccessesPerByte = 3;

}  // namespace

StreamingReduction::StreamingReduction(const gpu::GpuSpec& gpu, int sms)
    : StreamingReduction(
          Bandwidth(gpu.memory_rate.count() * gpu.memory_efficiency / kMemoryAccessesPerByte), gpu, sms) {}

StreamingReduction::StreamingReduction(Bandwidth rate, const gpu::GpuSpec& gpu, int sms)
    : rate_(rate), sms_(std::min(sms, gpu.sms)) {
  if (!(rate_.count() > 0) || sms_ < 1) {
    throw config::BadInput("a reduction kernel needs SMs and a GPU with a memory rate");
  }
}

}  // namespace sealring::security
