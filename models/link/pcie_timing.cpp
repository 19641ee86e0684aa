#include "models/link/pcie_timing.hpp"

#include <utility>

namespace sealring::link {

Bandwidth PcieTiming::wire_rate() const {
  return Bandwidth(spec_.lane_rate.count() * spec_.lanes * spec_.link_layer_share * overhead_.rate_factor);
}

double PcieTiming::packet_efficiency() const {
  const auto payload = static_cast<double>(spec_.max_payload.count());
  return payload / (payload + static_cast<double>(framing().packet_overhead.count()));
}

fabric::StationSpec PcieTiming::direction(std::string name) const {
  fabric::StationSpec station;
  station.name = std::move(name);
  station.rate = wire_rate();
  station.latency = latency();
  station.framing = framing();
  station.credit_latency = spec_.latency;
  station.cut_through = true;
  return station;
}

}  // namespace sealring::link
