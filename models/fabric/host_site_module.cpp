#include "models/fabric/host_site_module.hpp"

#include <stdexcept>

namespace sealring::fabric {

HostSiteModule::HostSiteModule(const sc_core::sc_module_name& instance, const Config& config, link::StationTable& table)
    : sc_module(instance),
      gpus("gpus", static_cast<std::size_t>(config.gpus)),
      adapters("adapters", config.adapters ? static_cast<std::size_t>(config.gpus) : 0),
      config_(config) {
  for (int i = 0; i < config.gpus && config.peer; ++i) {
    peers_.push_back(table.add(placed(*this, ".peer" + std::to_string(i), Zone::kHost, *config.peer)));
  }
  for (int i = 0; i < config.sockets && config.memory; ++i) {
    memory_.push_back(table.add(placed(*this, ".memory" + std::to_string(i), Zone::kHost, *config.memory)));
  }
}

link::StationHandle HostSiteModule::memory_of(std::int32_t rank) const {
  return memory_[local(rank) * memory_.size() / gpus.size()];
}

void HostSiteModule::extend(PathBuilder& path, std::int32_t destination) const {
  if (destination == config_.endpoint) {
    return;
  }
  const std::int32_t source = path.ends().source;
  if (holds(destination) && holds(source) && !peers_.empty()) {
    path.add(peers_[local(destination)]);
    gpus[local(destination)]->extend(path, destination);
  } else if (holds(destination) && !memory_.empty()) {
    path.add(memory_of(destination));
    gpus[local(destination)]->extend(path, destination);
  } else if (holds(source) && adapters.size() > 0) {
    path.add(memory_of(source));
    adapters[local(source)]->extend(path, destination);
  } else {
    throw std::logic_error(std::string(name()) + " is not endpoint " + std::to_string(destination) +
                           ", and hosts do not forward");
  }
}

void HostSiteModule::trace(PathBuilder& path, std::int32_t destination) const {
  if (!holds(destination)) {
    throw std::logic_error(std::string(name()) + " reaches only its own GPUs, not endpoint " +
                           std::to_string(destination));
  }
  gpus[local(destination)]->extend(path, destination);
}

}  // namespace sealring::fabric
