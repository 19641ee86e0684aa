#include "models/fabric/nvswitch_module.hpp"

#include <stdexcept>

namespace sealring::fabric {

NvSwitchModule::NvSwitchModule(const sc_core::sc_module_name& instance,
                               Members members,
                               const StationSpec& output,
                               link::StationTable& table)
    : sc_module(instance), out("out", static_cast<std::size_t>(members.gpus)), members_(members) {
  for (int i = 0; i < members.gpus; ++i) {
    outputs_.push_back(table.add(placed(*this, ".out" + std::to_string(i), Zone::kScaleUp, output)));
  }
}

void NvSwitchModule::extend(PathBuilder& path, std::int32_t destination) const {
  const std::int32_t local = destination - members_.first_gpu;
  if (local < 0 || local >= members_.gpus) {
    throw std::logic_error(std::string(name()) + " has no port to endpoint " + std::to_string(destination));
  }
  path.add(outputs_[static_cast<std::size_t>(local)]);
  out[static_cast<std::size_t>(local)]->extend(path, destination);
}

}  // namespace sealring::fabric
