#include "models/fabric/pcie_module.hpp"

#include <stdexcept>

namespace sealring::fabric {

PcieModule::PcieModule(const sc_core::sc_module_name& instance, const Config& config, link::StationTable& table)
    : sc_module(instance),
      host("host"),
      gpu("gpu"),
      adapters("adapters", config.scales_out ? 1 : 0),
      down("down"),
      config_(config),
      up_(table.add(placed(*this, ".up", Zone::kHost, config.up))),
      down_(table.add(placed(*this, ".down", Zone::kHost, config.down))),
      downward_([this](PathBuilder& path, std::int32_t destination) {
        path.add(down_);
        gpu->extend(path, destination);
      }) {
  down.bind(downward_);
}

void PcieModule::extend(PathBuilder& path, std::int32_t destination) const {
  path.add(up_);
  const bool peer = destination >= config_.first_peer && destination < config_.first_peer + config_.peers;
  if (destination >= config_.gpus || peer || config_.staged) {
    host->extend(path, destination);
  } else if (adapters.size() > 0) {
    adapters[0]->extend(path, destination);
  } else {
    throw std::logic_error(std::string(name()) + " has no adapter towards endpoint " + std::to_string(destination));
  }
}

}  // namespace sealring::fabric
