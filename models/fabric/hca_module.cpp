#include "models/fabric/hca_module.hpp"

namespace sealring::fabric {

HcaModule::HcaModule(const sc_core::sc_module_name& instance, const StationSpec& egress, link::StationTable& table)
    : sc_module(instance),
      network("network"),
      gpu("gpu"),
      arrivals("arrivals"),
      egress_(table.add(placed(*this, ".tx", Zone::kScaleOut, egress))),
      inward_([this](PathBuilder& path, std::int32_t destination) { gpu->extend(path, destination); }) {
  arrivals.bind(inward_);
}

void HcaModule::extend(PathBuilder& path, std::int32_t destination) const {
  path.add(egress_);
  network->extend(path, destination);
}

}  // namespace sealring::fabric
