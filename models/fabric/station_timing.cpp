#include "models/fabric/station_timing.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace sealring::fabric {

WireBytes Framing::on_wire(Bytes payload) const {
  const std::int64_t per_packet = packet_payload.count();
  const std::int64_t packets = std::max<std::int64_t>(1, (payload.count() + per_packet - 1) / per_packet);
  return WireBytes(payload.count() + packets * packet_overhead.count());
}

Service service(const StationSpec& station, Bytes payload) {
  const WireBytes wire = station.framing.on_wire(payload);
  return {std::max(wire / station.rate + station.per_slice, femtoseconds(1)), wire};
}

Cut cut(Bytes message, Bytes slice) {
  if (message.count() < 0) {
    throw std::invalid_argument("a message of " + std::to_string(message.count()) + " bytes");
  }
  if (message <= slice) {  // most messages, and a division less
    return {1, message};
  }
  const std::int64_t count = (message.count() + slice.count() - 1) / slice.count();
  return {count, message - slice * (count - 1)};
}

namespace {

void require(bool holds, const StationSpec& station, const char* rule) {
  if (!holds) {
    throw std::invalid_argument("station " + station.name + ": " + rule);
  }
}

}  // namespace

void check_network(const Network& network) {
  if (network.router == nullptr || network.slice.count() <= 0 || network.endpoints <= 0) {
    throw std::invalid_argument("a network needs a router, endpoints and a positive slice");
  }
  for (const StationSpec& station : network.stations) {
    require(station.rate.count() > 0, station, "its rate must be positive");
    require(station.per_slice.count() >= 0 && station.latency.count() >= 0 && station.credit_latency.count() >= 0,
            station,
            "its times may not be negative");
    require(station.framing.packet_payload.count() > 0 && station.framing.packet_overhead.count() >= 0,
            station,
            "its packets must carry something");
    require(station.far_slots >= 0, station, "its slots may not be negative");
    require(station.pace.spread >= 0 && station.pace.spread < 1, station, "its pace spreads by less than itself");
    require(station.pace.spread == 0 || station.pace.period.count() > 0, station, "its pace needs a period");
  }
}

}  // namespace sealring::fabric
