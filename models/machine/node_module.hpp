// One scale-up domain: its GPUs, their switches, hosts and adapters, bound to each other.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <systemc>

#include "models/fabric/gpu_site_module.hpp"
#include "models/fabric/hca_module.hpp"
#include "models/fabric/host_site_module.hpp"
#include "models/fabric/nvswitch_module.hpp"
#include "models/machine/wire_plan.hpp"

namespace sealring::machine {

/// How modules are built; none of it changes a result.
struct BuildOrder {
  bool reversed = false;                              ///< last child first
  std::function<void(std::int32_t rank)> inside_gpu;  ///< called while node0.gpu3 is open for further children
};

/// Calls `build` for 0 .. count-1, or backwards.
void in_order(int count, bool reversed, const std::function<void(int)>& build);

class NodeModule final : public sc_core::sc_module {
 public:
  NodeModule(const sc_core::sc_module_name& instance,
             int domain,
             const WirePlan& plan,
             const BuildOrder& order,
             link::StationTable& table);

  std::vector<std::unique_ptr<fabric::GpuSiteModule>> gpus;    ///< by local index
  std::vector<std::unique_ptr<fabric::HostSiteModule>> hosts;  ///< by local index
  std::vector<std::unique_ptr<fabric::HcaModule>>
      adapters;                                      ///< of each GPU; empty where the machine does not scale out
  std::unique_ptr<fabric::NvSwitchModule> nvswitch;  ///< null in a mesh

 private:
  [[nodiscard]] int domain() const { return first_gpu_ / plan_.gpus_per_domain; }
  void build_gpu(int local, const BuildOrder& order, link::StationTable& table);
  void build_host(int local, link::StationTable& table);
  void build_adapter(int local, link::StationTable& table);
  void build_switch(link::StationTable& table);
  void bind_scale_up();
  void bind_hosts();
  void bind_adapters();

  const WirePlan& plan_;
  std::int32_t first_gpu_;
};

}  // namespace sealring::machine
