#include "models/fabric/switch_timing.hpp"

#include <utility>

#include "models/link/link_timing.hpp"

namespace sealring::fabric {

int SwitchTiming::input_slots(Bytes slice) const { return link::slots_in(spec_.buffer_per_port, slice); }

StationSpec SwitchTiming::output(std::string name, const PortWires& wires) const {
  StationSpec station;
  station.name = std::move(name);
  station.rate = wires.rate;
  station.latency = spec_.latency + wires.latency;
  station.framing = wires.framing;
  station.credit_latency = wires.latency;
  station.cut_through = true;
  station.shared = true;
  return station;
}

StationSpec SwitchTiming::group_input(std::string name, const PortWires& wires, int planes, int members) const {
  StationSpec station;
  station.name = std::move(name);
  station.rate = spec_.reduction_rate * (static_cast<double>(planes) / members);
  station.latency = wires.latency;
  station.framing = wires.framing;
  station.cut_through = true;
  return station;
}

}  // namespace sealring::fabric
