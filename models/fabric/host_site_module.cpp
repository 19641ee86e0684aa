#include "models/fabric/host_site_module.hpp"

#include <stdexcept>

namespace sealring::fabric {

void HostSiteModule::extend(PathBuilder& /*path*/, std::int32_t destination) const {
  if (destination != config_.endpoint) {
    throw std::logic_error(std::string(name()) + " is not endpoint " + std::to_string(destination) +
                           ", and hosts do not forward");
  }
}

void HostSiteModule::trace(PathBuilder& path, std::int32_t destination) const {
  const std::int32_t local = destination - config_.first_gpu;
  if (local < 0 || local >= static_cast<std::int32_t>(gpus.size())) {
    throw std::logic_error(std::string(name()) + " reaches only its own GPUs, not endpoint " +
                           std::to_string(destination));
  }
  gpus[static_cast<std::size_t>(local)]->extend(path, destination);
}

}  // namespace sealring::fabric
