#include "models/link/link_timing.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace sealring::link {

int slots_in(Bytes buffer, Bytes slice) {
  constexpr std::int64_t kDoubleBuffer = 2;
  const std::int64_t slots = std::max(kDoubleBuffer, buffer.count() / slice.count());
  return static_cast<int>(std::min<std::int64_t>(slots, std::numeric_limits<int>::max()));
}

fabric::Framing LinkTiming::framing(Writer writer) const {
  const Bytes payload = writer == Writer::kSmStore ? spec_.payload_store : spec_.payload_copy_engine;
  return {payload, spec_.flit + overhead_.per_packet};
}

Bandwidth LinkTiming::wire_rate(const LinkBundle& bundle) const {
  const double share = bundle.traffic == Traffic::kBothWays ? spec_.both_ways_share : 1.0;
  return Bandwidth(spec_.rate_per_direction.count() * bundle.links * share * overhead_.rate_factor);
}

double LinkTiming::packet_efficiency(Writer writer) const {
  const fabric::Framing packet = framing(writer);
  const auto payload = static_cast<double>(packet.packet_payload.count());
  return payload / (payload + static_cast<double>(packet.packet_overhead.count()));
}

Duration LinkTiming::occupancy(Bytes payload, const LinkBundle& bundle) const {
  return framing(bundle.writer).on_wire(payload) / wire_rate(bundle);
}

Duration LinkTiming::seal_latency() const { return overhead_.latency - open_latency(); }

Duration LinkTiming::open_latency() const { return overhead_.latency / 2; }

int LinkTiming::receive_slots(Bytes slice) const { return slots_in(spec_.buffer, slice); }

fabric::StationSpec LinkTiming::egress(std::string name, const LinkBundle& bundle) const {
  fabric::StationSpec station;
  station.name = std::move(name);
  station.rate = wire_rate(bundle);
  station.latency = spec_.latency + seal_latency();
  station.framing = framing(bundle.writer);
  station.pace = {spec_.pace_spread, spec_.pace_period, 0};
  station.credit_latency = spec_.latency;
  return station;
}

fabric::StationSpec LinkTiming::ingress(std::string name, const LinkBundle& bundle) const {
  fabric::StationSpec station;
  station.name = std::move(name);
  station.rate = wire_rate(bundle);
  station.latency = open_latency();
  station.framing = framing(bundle.writer);
  station.cut_through = true;
  return station;
}

}  // namespace sealring::link
