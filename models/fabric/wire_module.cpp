#include "models/fabric/wire_module.hpp"

#include <stdexcept>

namespace sealring::fabric {

void PathBuilder::add(link::StationHandle station) {
  if (path_.length == kLongestPath) {
    throw std::logic_error("a route passes more than " + std::to_string(kLongestPath) + " stations");
  }
  path_.stations[static_cast<std::size_t>(path_.length++)] = table_.id(station);
}

StationSpec placed(const sc_core::sc_module& module, const std::string& suffix, Zone zone, StationSpec station) {
  station.zone = zone;
  station.name = module.name() + suffix;
  return station;
}

}  // namespace sealring::fabric
