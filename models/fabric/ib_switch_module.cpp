#include "models/fabric/ib_switch_module.hpp"

#include <stdexcept>

namespace sealring::fabric {

IbSwitchModule::IbSwitchModule(const sc_core::sc_module_name& instance, const Config& config, link::StationTable& table)
    : sc_module(instance),
      down("down", static_cast<std::size_t>(config.down_ports)),
      up("up", config.has_uplinks ? 1 : 0),
      down_port_(config.down_port) {
  for (int i = 0; i < config.down_ports; ++i) {
    down_stations_.push_back(
        table.add(placed(*this, ".down" + std::to_string(i), Zone::kScaleOut, config.down_station)));
  }
  if (config.has_uplinks) {
    up_stations_.push_back(table.add(placed(*this, ".up", Zone::kScaleOut, config.up_station)));
  }
}

void IbSwitchModule::extend(PathBuilder& path, std::int32_t destination) const {
  const int port = down_port_(destination);
  if (port >= 0) {
    path.add(down_stations_[static_cast<std::size_t>(port)]);
    down[static_cast<std::size_t>(port)]->extend(path, destination);
  } else if (up.size() > 0) {
    path.add(up_stations_[0]);
    up[0]->extend(path, destination);
  } else {
    throw std::logic_error(std::string(name()) + " has no port to endpoint " + std::to_string(destination));
  }
}

}  // namespace sealring::fabric
