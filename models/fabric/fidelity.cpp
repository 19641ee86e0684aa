#include "models/fabric/fidelity.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "models/fabric/analytic_transport.hpp"
#include "models/fabric/booked_engine.hpp"
#include "models/fabric/station_engine.hpp"

namespace sealring::fabric {
namespace {

template <class E>
std::unique_ptr<Engine> make(const Network& network, queue::EventQueue& queue) {
  return std::make_unique<E>(network, queue);
}

std::unique_ptr<Engine> make_packet(const Network& network, queue::EventQueue& queue) {
  return std::make_unique<StationEngine>(packetised(network), queue);
}

std::int64_t share_rounded_up(std::int64_t amount, std::int64_t part, std::int64_t whole) {
  const std::int64_t whole_shares = amount / whole;  // in two steps, so that femtoseconds times bytes cannot overflow
  return whole_shares * part + (amount % whole * part + whole - 1) / whole;
}

}  // namespace

const std::vector<Fidelity>& fidelities() {
  static const std::vector<Fidelity> rows{
      {"slice",
       "protocol slices through stations with bounded buffers; exact contention and back-pressure",
       &make<BookedEngine>},
      {"packet", "every link packet through every station; slow, to prove slice", &make_packet},
      {"analytic",
       "whole messages in closed form; exact on an idle path, first-order contention; few domains stand for many",
       &make<AnalyticTransport>},
  };
  return rows;
}

std::unique_ptr<Engine> make_engine(std::string_view fidelity, const Network& network, queue::EventQueue& queue) {
  std::string known;
  for (const Fidelity& row : fidelities()) {
    if (row.name == fidelity) {
      return row.make(network, queue);
    }
    known += (known.empty() ? "" : ", ") + std::string(row.name);
  }
  throw std::invalid_argument("unknown fidelity '" + std::string(fidelity) + "'; known: " + known);
}

Network packetised(const Network& network) {
  Network fine = network;
  const std::int64_t slice = network.slice.count();
  std::int64_t packet = slice;
  for (const StationSpec& station : network.stations) {
    packet = std::min(packet, station.framing.packet_payload.count());
  }
  fine.slice = Bytes(packet);
  for (StationSpec& station : fine.stations) {
    const std::int64_t own = std::min(slice, station.framing.packet_payload.count());
    station.framing.packet_payload = Bytes(packet);
    station.framing.packet_overhead = Bytes(share_rounded_up(station.framing.packet_overhead.count(), packet, own));
    station.per_slice = Duration(share_rounded_up(station.per_slice.count(), packet, slice));
    station.far_slots =
        station.far_slots == 0 ? 0 : static_cast<int>(std::max<std::int64_t>(1, station.far_slots * (slice / packet)));
  }
  return fine;
}

}  // namespace sealring::fabric
