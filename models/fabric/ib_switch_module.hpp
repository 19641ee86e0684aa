// A scale-out switch: a leaf (ports down to adapters, one bundle up) or the spines above (ports down to leaves).
#pragma once

#include <functional>
#include <vector>

#include <systemc>

#include "models/fabric/wire_module.hpp"

namespace sealring::fabric {

class IbSwitchModule final : public sc_core::sc_module, public Wire {
 public:
  struct Config {
    StationSpec down_station;
    StationSpec up_station;  ///< unused without uplinks
    int down_ports = 0;
    bool has_uplinks = false;
    std::function<int(std::int32_t destination)> down_port;  ///< -1: not below this switch
  };
  sc_core::sc_vector<WirePort> down;
  sc_core::sc_vector<WirePort> up;  ///< one bundle or none

  IbSwitchModule(const sc_core::sc_module_name& instance, const Config& config, link::StationTable& table);
  void extend(PathBuilder& path, std::int32_t destination) const override;

 private:
  std::function<int(std::int32_t)> down_port_;
  std::vector<link::StationHandle> down_stations_;
  std::vector<link::StationHandle> up_stations_;
};

}  // namespace sealring::fabric
