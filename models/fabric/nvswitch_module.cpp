#include "models/fabric/nvswitch_module.hpp"

#include <stdexcept>

namespace sealring::fabric {

NvSwitchModule::NvSwitchModule(const sc_core::sc_module_name& instance, const Config& config, link::StationTable& table)
    : sc_module(instance),
      in("in", static_cast<std::size_t>(config.gpus)),
      out("out", static_cast<std::size_t>(config.gpus)),
      first_gpu_(config.first_gpu),
      group_endpoint_(config.group_endpoint) {
  for (int i = 0; i < config.gpus; ++i) {
    outputs_.push_back(table.add(placed(*this, ".out" + std::to_string(i), Zone::kScaleUp, config.output)));
    if (config.group_input.has_value()) {
      group_inputs_.push_back(
          table.add(placed(*this, ".group" + std::to_string(i), Zone::kScaleUp, *config.group_input)));
    }
    entries_.push_back(std::make_unique<Entry>(
        [this, i](PathBuilder& path, std::int32_t destination) { take(path, i, destination); }));
    in[static_cast<std::size_t>(i)].bind(*entries_.back());
  }
}

void NvSwitchModule::take(PathBuilder& path, int from, std::int32_t destination) const {
  if (destination == group_endpoint_ && !group_inputs_.empty()) {
    path.add(group_inputs_[static_cast<std::size_t>(from)]);
  } else {
    trace(path, destination);
  }
}

void NvSwitchModule::trace(PathBuilder& path, std::int32_t destination) const {
  const std::int32_t local = destination - first_gpu_;
  if (local < 0 || local >= static_cast<std::int32_t>(outputs_.size())) {
    throw std::logic_error(std::string(name()) + " has no port to endpoint " + std::to_string(destination));
  }
  path.add(outputs_[static_cast<std::size_t>(local)]);
  out[static_cast<std::size_t>(local)]->extend(path, destination);
}

}  // namespace sealring::fabric
