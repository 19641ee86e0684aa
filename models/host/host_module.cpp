#include "models/host/host_module.hpp"

#include <algorithm>

#include "models/gpu/execution.hpp"

namespace sealring::host {

HostModule::HostModule(const sc_core::sc_module_name& name,
                       const CpuSpec& cpu,
                       std::int32_t first_rank,
                       const gpu::Ground& ground)
    : sc_module(name), gpus("gpus"), cores_(gpu::host_cores(cpu, first_rank, ground)) {}

std::vector<gpu::GpuUnit*> HostModule::units() {
  std::vector<gpu::GpuUnit*> all;
  for (int i = 0; i < gpus.size(); ++i) {
    all.push_back(&gpus[i]->unit());
  }
  std::sort(all.begin(), all.end(), [](gpu::GpuUnit* a, gpu::GpuUnit* b) { return a->rank() < b->rank(); });
  return all;
}

void HostModule::end_of_elaboration() {
  for (gpu::GpuUnit* unit : units()) {
    if (&unit->cores() != cores_.get()) {
      SC_REPORT_ERROR("sealring/host",
                      ("a GPU bound to " + std::string(this->name()) + " uses the cores of another host").c_str());
    }
  }
}

}  // namespace sealring::host
