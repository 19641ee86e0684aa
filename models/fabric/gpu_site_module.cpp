#include "models/fabric/gpu_site_module.hpp"

namespace sealring::fabric {
namespace {

std::size_t bundle_count(const GpuSiteModule::Config& config) {
  return !config.linked ? 0 : config.mesh ? static_cast<std::size_t>(config.domain_gpus - 1) : 1;
}

}  // namespace

GpuSiteModule::GpuSiteModule(const sc_core::sc_module_name& instance, const Config& config, link::StationTable& table)
    : sc_module(instance),
      scale_up("scale_up", bundle_count(config)),
      host_side("host_side"),
      arrivals("arrivals"),
      memory("memory"),
      config_(config),
      pcie_("pcie", config.pcie, table),
      opened_([this](PathBuilder& path, std::int32_t /*destination*/) { enter(path); }),
      stored_([](PathBuilder& /*path*/, std::int32_t /*destination*/) {}) {
  add_bundles(table);
  if (config.ingress.has_value()) {
    ingress_ = table.add(placed(*this, ".open", Zone::kScaleUp, *config.ingress));
  }
  host_side.bind(pcie_);
  arrivals.bind(opened_);
  memory.bind(stored_);
  pcie_.gpu.bind(memory);
  if (config.inside) {
    config.inside(config.rank);
  }
}

void GpuSiteModule::add_bundles(link::StationTable& table) {
  if (!config_.mesh) {
    if (config_.linked) {
      add_bundle("nvlink", table);
    }
    return;
  }
  for (int peer = 0; peer < config_.domain_gpus; ++peer) {
    if (peer != config_.rank - config_.first_gpu) {
      add_bundle("to" + std::to_string(peer), table);
    }
  }
}

void GpuSiteModule::add_bundle(const std::string& instance, link::StationTable& table) {
  bundles_.push_back(std::make_unique<NvlinkBundleModule>(instance.c_str(), config_.egress, table));
  scale_up[bundles_.size() - 1].bind(*bundles_.back());
  std::vector<NvlinkModule*> own;
  for (int i = 0; i < config_.links_per_bundle; ++i) {
    const std::string link = "nvlink" + std::to_string(links_.size());
    links_.push_back(std::make_unique<NvlinkModule>(link.c_str()));
    own.push_back(links_.back().get());
  }
  bundles_.back()->consists_of(std::move(own));
}

std::size_t GpuSiteModule::bundle_index(int peer) const {
  if (!config_.mesh) {
    return 0;
  }
  const int self = config_.rank - config_.first_gpu;
  return static_cast<std::size_t>(peer < self ? peer : peer - 1);  // there is no bundle to oneself
}

void GpuSiteModule::trace(PathBuilder& path, std::int32_t destination) const {
  const std::int32_t local = destination - config_.first_gpu;
  if (destination == config_.rank) {
    return;  // a message to oneself never leaves the memory
  }
  if (destination == config_.group_endpoint) {
    scale_up[0]->extend(path, destination);
  } else if (local >= 0 && local < config_.domain_gpus && config_.linked) {
    scale_up[bundle_index(local)]->extend(path, destination);
  } else if (const std::int32_t by = config_.leaves_by ? config_.leaves_by(destination) : config_.rank;
             by != config_.rank) {
    scale_up[bundle_index(by - config_.first_gpu)]->extend(path, by);
  } else {
    host_side->extend(path, destination);
  }
}

/// A message for another domain was sent here to leave by this GPU's adapters.
void GpuSiteModule::enter(PathBuilder& path) const {
  if (ingress_.has_value()) {
    path.add(*ingress_);
  }
  const std::int32_t beyond = path.ends().destination;
  if (beyond >= 0 && config_.leaves_by &&
      (beyond < config_.first_gpu || beyond >= config_.first_gpu + config_.domain_gpus)) {
    host_side->extend(path, beyond);
  }
}

}  // namespace sealring::fabric
