// A scale-out switch: a leaf (ports down to adapters, bundles up) or a spine (ports down to leaves).
#pragma once

#include <functional>
#include <vector>

#include <systemc>

#include "models/fabric/wire_module.hpp"

namespace sealring::fabric {

class IbSwitchModule final : public sc_core::sc_module, public Wire {
 public:
  /// Which of `choices` parallel bundles a flow takes.
  using Pick = std::function<int(const Ends& flow, int choices)>;
  struct Config {
    StationSpec down_station;
    StationSpec up_station;                                  ///< unused without uplinks
    int down_ports = 0;                                      ///< neighbours below
    int links_down = 1;                                      ///< parallel bundles to each of them
    int up_ports = 0;                                        ///< bundles up, each to a neighbour of its own
    std::function<int(std::int32_t destination)> down_port;  ///< -1: not below this switch
    Pick pick_down, pick_up;                                 ///< needed where there is a choice
  };
  sc_core::sc_vector<WirePort> down;
  sc_core::sc_vector<WirePort> up;

  IbSwitchModule(const sc_core::sc_module_name& instance, const Config& config, link::StationTable& table);
  void extend(PathBuilder& path, std::int32_t destination) const override;

 private:
  [[nodiscard]] std::string down_name(int port, int link) const;
  int links_down_;
  std::function<int(std::int32_t)> down_port_;
  Pick pick_down_, pick_up_;
  std::vector<link::StationHandle> down_stations_;  ///< by port, then by link
  std::vector<link::StationHandle> up_stations_;
};

}  // namespace sealring::fabric
