#include "models/fabric/ib_switch_module.hpp"

#include <stdexcept>

namespace sealring::fabric {

IbSwitchModule::IbSwitchModule(const sc_core::sc_module_name& instance, const Config& config, link::StationTable& table)
    : sc_module(instance),
      down("down", static_cast<std::size_t>(config.down_ports)),
      up("up", static_cast<std::size_t>(config.up_ports)),
      links_down_(config.links_down),
      down_port_(config.down_port),
      pick_down_(config.pick_down),
      pick_up_(config.pick_up) {
  for (int port = 0; port < config.down_ports; ++port) {
    for (int link = 0; link < links_down_; ++link) {
      down_stations_.push_back(table.add(placed(*this, down_name(port, link), Zone::kScaleOut, config.down_station)));
    }
  }
  for (int i = 0; i < config.up_ports; ++i) {
    const std::string own = config.up_ports == 1 ? ".up" : ".up" + std::to_string(i);
    up_stations_.push_back(table.add(placed(*this, own, Zone::kScaleOut, config.up_station)));
  }
}

std::string IbSwitchModule::down_name(int port, int link) const {
  const std::string own = ".down" + std::to_string(port);
  return links_down_ == 1 ? own : own + ".link" + std::to_string(link);
}

void IbSwitchModule::extend(PathBuilder& path, std::int32_t destination) const {
  const int port = down_port_(destination);
  const Ends flow{path.ends().source, destination};
  if (port >= 0) {
    const int link = links_down_ == 1 ? 0 : pick_down_(flow, links_down_);
    path.add(down_stations_[static_cast<std::size_t>(port * links_down_ + link)]);
    down[static_cast<std::size_t>(port)]->extend(path, destination);
  } else if (up.size() > 0) {
    const auto link = static_cast<std::size_t>(up.size() == 1 ? 0 : pick_up_(flow, static_cast<int>(up.size())));
    path.add(up_stations_[link]);
    up[link]->extend(path, destination);
  } else {
    throw std::logic_error(std::string(name()) + " has no port to endpoint " + std::to_string(destination));
  }
}

}  // namespace sealring::fabric
