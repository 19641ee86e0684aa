// One host in the SystemC hierarchy: owns the cores, reaches its GPUs through a port.
#pragma once

#include <memory>
#include <vector>

#include <systemc>

#include "models/gpu/gpu_module.hpp"
#include "models/host/servers.hpp"

namespace sealring::host {

/// Named "cpu0", "cpu1" ... in the order of the hosts; it stands beside the wires of its node.
class HostModule final : public sc_core::sc_module {
 public:
  /// `first_rank`: of the GPUs this host feeds; it numbers the host on the event queue.
  HostModule(const sc_core::sc_module_name& name,
             const CpuSpec& cpu,
             std::int32_t first_rank,
             const gpu::Ground& ground);
  [[nodiscard]] Servers& cores() { return *cores_; }
  /// The GPUs bound to the port, by rank.
  [[nodiscard]] std::vector<gpu::GpuUnit*> units();

  sc_core::sc_port<gpu::GpuPort, 0, sc_core::SC_ZERO_OR_MORE_BOUND> gpus;

 protected:
  /// A GPU bound to one host whose copies run on another's cores is an elaboration error.
  void end_of_elaboration() override;

 private:
  std::unique_ptr<Servers> cores_;
};

}  // namespace sealring::host
