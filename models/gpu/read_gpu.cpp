#include "models/gpu/read_gpu.hpp"

#include <string>
#include <vector>

namespace sealring::gpu {
namespace {

const std::vector<std::string> kPrecisionNames = {"fp32", "tf32", "bf16", "fp16", "fp8", "fp4"};
const std::vector<std::string> kKindNames = {"matmul", "convolution", "attention", "elementwise"};

/// An achieved share above 1 is a peak mistaken for something else.
void read_shares(config::Reader& in, std::array<double, kComputeKinds>& shares) {
  for (std::size_t k = 0; k < kKindNames.size(); ++k) {
    in.get(kKindNames[k], shares[k]);
    in.at_most(kKindNames[k], shares[k], 1.0);
  }
}

void read_peak(config::Reader in, GpuSpec& spec) {
  for (std::size_t p = 0; p < kPrecisionNames.size(); ++p) {
    in.get(kPrecisionNames[p], spec.peak[p]);
  }
  in.positive("fp32", spec.peak[static_cast<std::size_t>(host::Precision::kFp32)]);  // what every streaming kernel uses
  in.done();
}

void read_efficiency(config::Reader in, GpuSpec& spec) {
  if (!in.exists()) {
    return;
  }
  read_shares(in, spec.efficiency);
  for (std::size_t k = 0; k < kKindNames.size(); ++k) {
    in.positive(kKindNames[k], spec.efficiency[k]);  // of one precision, zero means that this one holds
  }
  for (std::size_t p = 0; p < kPrecisionNames.size(); ++p) {
    config::Reader precision = in.section(kPrecisionNames[p]);
    if (precision.exists()) {
      read_shares(precision, spec.efficiency_by_precision[p]);
      precision.done();
    }
  }
  in.done();
}

void check_counts(config::Reader& in, const GpuSpec& spec) {
  in.positive("sms", spec.sms)
      .positive("sub_partitions_per_sm", spec.sub_partitions_per_sm)
      .positive("clock", spec.clock)
      .positive("memory", spec.memory)
      .positive("memory_rate", spec.memory_rate)
      .positive("memory_efficiency", spec.memory_efficiency)
      .at_most("memory_efficiency", spec.memory_efficiency, 1.0)
      .positive("copy_engines", spec.copy_engines)
      .at_most("copy_engines", spec.copy_engines, 64)
      .at_most("mig", spec.mig, 7)
      .at_most("scale_up_links", spec.scale_up_links, 1024);
}

}  // namespace

GpuSpec read_gpu(config::Reader in) {
  GpuSpec spec;
  if (!in.exists()) {
    return spec;
  }
  in.need("name", spec.name)
      .need("sms", spec.sms)
      .get("sub_partitions_per_sm", spec.sub_partitions_per_sm)
      .need("clock", spec.clock)
      .need("memory", spec.memory)
      .need("memory_rate", spec.memory_rate)
      .get("memory_efficiency", spec.memory_efficiency)
      .get("kernel_overhead", spec.kernel_overhead)
      .get("copy_engines", spec.copy_engines)
      .need("scale_up_links", spec.scale_up_links)
      .get("mig", spec.mig)
      .get("context_memory", spec.context_memory);
  check_counts(in, spec);
  config::Reader peak = in.needed_section("peak");
  if (peak.exists()) {
    read_peak(peak, spec);
  }
  read_efficiency(in.section("efficiency"), spec);
  in.done();
  return spec;
}

}  // namespace sealring::gpu
