// What the booked engine tells about its stations; a passing slice needs none of it.
#include <utility>

#include "models/fabric/booked_engine.hpp"

namespace sealring::fabric {

/// Exchanges the tallies, because what differs from the usual is mostly the end of a message among full slices.
void BookedEngine::change_payload(std::uint32_t id, std::int64_t payload) {
  Tally& usual = stations_[id].usual;
  if (!rests_[id].pace.steady()) {
    change_pace(id, payload);
    return;
  }
  std::swap(usual, rests_[id].unusual);
  if (usual.payload != payload) {
    add(usual, id, rests_[id].others);
    usual = {payload, service(network_.stations[id], Bytes(payload)).occupancy.count(), 0};
  }
}

/// The occupancy of the next slice of a paced station, which is counted here and not in its usual tally.
void BookedEngine::change_pace(std::uint32_t id, std::int64_t payload) {
  StationRest& rest = rests_[id];
  if (rest.unusual.payload != payload) {
    add(rest.unusual, id, rest.others);
    rest.unusual = {payload, service(network_.stations[id], Bytes(payload)).occupancy.count(), 0};
  }
  ++rest.unusual.sent;
  stations_[id].usual = {Tally::kNoPayload, rest.pace.advance(rest.unusual.occupancy), -1};
}

void BookedEngine::add(const Tally& tally, std::size_t id, StationCount& count) const {
  if (tally.sent > 0) {
    count.sent += Bytes(tally.payload) * tally.sent;
    count.wire += service(network_.stations[id], Bytes(tally.payload)).wire * tally.sent;
    count.busy += Duration(tally.occupancy) * tally.sent;
    count.slices += tally.sent;
  }
}

StationCount BookedEngine::count(StationId station) const {
  const auto id = static_cast<std::size_t>(station);
  StationCount count = rests_[id].others;
  add(stations_[id].usual, id, count);
  add(rests_[id].unusual, id, count);
  if (!rests_[id].pace.steady()) {
    count.busy = Duration(rests_[id].pace.elapsed());
  }
  count.received = count.sent + Bytes(stations_[id].payload_waiting);
  count.longest_wait = Duration(stations_[id].longest_wait);
  count.longest_queue = stations_[id].longest_queue;
  return count;
}

std::string BookedEngine::whereabouts(std::uint32_t message) const {
  for (std::uint32_t id = 0; id < stations_.size(); ++id) {
    for (std::uint32_t i = stations_[id].waiting.first; i != kNone; i = parcels_[i].next) {
      if (parcels_[i].slice.message == message) {
        return waits_at(id);
      }
    }
  }
  return "on its way";
}

std::string BookedEngine::waits_at(std::uint32_t id) const {
  return station_name(id) +
         (stations_[id].blocked ? ": no free slot in the buffer behind it" : ": behind earlier slices");
}

void BookedEngine::add_held_back(UnfinishedBySerial& list) const {
  for (std::uint32_t id = 0; id < stations_.size(); ++id) {
    stations_[id].unsent.for_each(unsent_, [&](const Unsent& message) {
      const RoutePair& ends = routes_.ends(message.pair);
      list[message.serial] = {{ends.source, ends.destination, message.payload, message.token}, waits_at(id)};
    });
  }
}

}  // namespace sealring::fabric
