// The host channel adapters of one GPU, as one.
#pragma once

#include <systemc>

#include "models/fabric/wire_module.hpp"

namespace sealring::fabric {

class HcaModule final : public sc_core::sc_module, public Wire {
 public:
  WirePort network;
  WirePort gpu;                       ///< the PCIe link down to the GPU
  sc_core::sc_export<Wire> arrivals;  ///< from the network

  HcaModule(const sc_core::sc_module_name& instance, const StationSpec& egress, link::StationTable& table);
  void extend(PathBuilder& path, std::int32_t destination) const override;  ///< towards the network

 private:
  link::StationHandle egress_;
  Entry inward_;
};

}  // namespace sealring::fabric
