#include "models/nic/nic_timing.hpp"

#include <utility>

namespace sealring::nic {

Bandwidth NicTiming::wire_rate(int adapters) const {
  return Bandwidth(spec_.rate_per_direction.count() * adapters * spec_.link_share * overhead_.rate_factor);
}

double NicTiming::packet_efficiency() const {
  const auto payload = static_cast<double>(spec_.mtu.count());
  return payload / (payload + static_cast<double>(framing().packet_overhead.count()));
}

Duration NicTiming::per_slice(int adapters) const {
  const Duration header = spec_.message_header / wire_rate(adapters);
  return spec_.message_rate > 0 ? header + Cycles(1) / Frequency(spec_.message_rate * adapters) : header;
}

Duration NicTiming::occupancy(Bytes payload, int adapters) const {
  return framing().on_wire(payload) / wire_rate(adapters) + per_slice(adapters);
}

fabric::StationSpec NicTiming::egress(std::string name, int adapters) const {
  fabric::StationSpec station;
  station.name = std::move(name);
  station.rate = wire_rate(adapters);
  station.per_slice = per_slice(adapters);
  station.latency = spec_.latency + overhead_.latency;
  station.framing = framing();
  station.credit_latency = spec_.latency;
  station.cut_through = true;
  return station;
}

}  // namespace sealring::nic
