// The PCIe link of one GPU: up to its host or its adapters, down to its memory.
#pragma once

#include <systemc>

#include "models/fabric/wire_module.hpp"

namespace sealring::fabric {

class PcieModule final : public sc_core::sc_module, public Wire {
 public:
  struct Config {
    StationSpec up, down;
    std::int32_t gpus = 0;  ///< endpoints below are GPUs: reached through the adapters; any other is the host
    bool scales_out = false;
    bool staged = false;          ///< messages to an adapter pass host memory
    std::int32_t first_peer = 0;  ///< GPUs of the same host, reached through it
    int peers = 0;                ///< none where they have links
  };
  WirePort host;
  WirePort gpu;                           ///< the memory behind the link
  sc_core::sc_vector<WirePort> adapters;  ///< one where the machine scales out, else none
  sc_core::sc_export<Wire> down;

  PcieModule(const sc_core::sc_module_name& instance, const Config& config, link::StationTable& table);
  void extend(PathBuilder& path, std::int32_t destination) const override;  ///< upwards

 private:
  Config config_;
  link::StationHandle up_, down_;
  Entry downward_;
};

}  // namespace sealring::fabric
