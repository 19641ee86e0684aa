// What the booked engine knows before the first slice, and what it learns of the lanes that come into use.
#include <utility>

#include "models/fabric/booked_engine.hpp"

namespace sealring::fabric {

BookedEngine::BookedEngine(Network network, queue::EventQueue& queue)
    : Engine(std::move(network), queue),
      Handler(Instances::kFirst),
      stations_(network_.stations.size()),
      rests_(network_.stations.size()),
      full_slice_(network_.slice.count()) {
  for (std::size_t i = 0; i < stations_.size(); ++i) {
    const StationSpec& spec = network_.stations[i];
    const Service full = service(spec, network_.slice);
    Station& station = stations_[i];
    station.latency = spec.latency.count();
    station.credit_latency = spec.credit_latency.count();
    station.usual = {full_slice_, full.occupancy.count(), 0};
    station.cut_through = spec.cut_through;
    station.shared = spec.shared;
    station.limited = spec.far_slots > 0;
    rests_[i].pace = PaceClock(spec.pace);
    if (!rests_[i].pace.steady()) {
      station.usual = {};
    }
  }
  give_slots();
}

/// Rings begin at cache lines.
void BookedEngine::give_slots() {
  constexpr int kLine = 8;
  const auto room = [](const StationSpec& spec) {
    return static_cast<std::size_t>((spec.far_slots + kLine - 1) / kLine * kLine);
  };
  std::size_t count = 0;
  for (const StationSpec& spec : network_.stations) {
    count += room(spec);
  }
  slots_.resize(count);
  std::int64_t* next = slots_.data();
  for (std::size_t i = 0; i < stations_.size(); ++i) {
    const int slots = network_.stations[i].far_slots;
    stations_[i].slots = {next, 0, slots, slots, 0, 0};
    next += room(network_.stations[i]);
  }
}

void BookedEngine::know_new_lanes() {
  while (lanes_.size() < routes_.lanes().size()) {
    const std::uint32_t id = lanes_.add();
    const LaneEnds ends = routes_.lanes()[id];
    lanes_[id].to = ends.to;
    if (ends.from >= 0) {
      lanes_[id].from = static_cast<std::uint32_t>(ends.from);
      learn_fork(lanes_[id].from, id);
    }
  }
}

/// Until a second lane leaves a station, every slot it holds belongs to the first.
void BookedEngine::learn_fork(std::uint32_t id, std::uint32_t lane) {
  Station& station = stations_[id];
  StationRest& rest = rests_[id];
  if (rest.only_lane == kNone) {
    rest.only_lane = lane;
  } else if (!station.forks) {
    station.forks = true;
    station.fork.held = station.slots.size - station.slots.ready;
    station.fork.unused = station.slots.ready - station.slots.timed;
    for (station.slots.ready = station.slots.timed; station.slots.ready > 0;) {
      station.fork.known.insert(station.slots.pop(0));
    }
    lanes_[rest.only_lane].held = station.fork.held;
    if (station.fork.held > 0) {
      rest.holding.push_back(rest.only_lane);
    }
  }
}

}  // namespace sealring::fabric
