#include "models/fabric/station_engine.hpp"

#include <algorithm>
#include <utility>

#include "models/fabric/station_timing.hpp"

namespace sealring::fabric {

using queue::Phase;

StationEngine::StationEngine(Network network, queue::EventQueue& queue)
    : Engine(std::move(network), queue),
      Handler(Instances::kFirst),
      stations_(network_.stations.size()),
      counts_(network_.stations.size()) {
  for (std::size_t i = 0; i < stations_.size(); ++i) {
    stations_[i].credits = network_.stations[i].far_slots;
    stations_[i].pace = PaceClock(network_.stations[i].pace);
  }
}

void StationEngine::send(const Transfer& transfer) {
  const std::uint32_t message = admit(transfer);
  queue_.post_as(Instances::source(transfer.source), queue_.now(), Phase::kObserve, *this, kOffered, message);
}

void StationEngine::handle(std::uint32_t what, std::uint64_t detail) {
  const auto index = static_cast<std::uint32_t>(detail);
  switch (what) {
    case kOffered: {
      const Message& m = messages_[index];
      const Instant now = queue_.now();
      arrive({now, now, now, Instances::source(m.transfer.source), index, m.route, m.slices, true});
      break;
    }
    case kArrived: {
      const Waiting slice = flying_[index];
      flying_.give_back(index);
      arrive(slice);
      break;
    }
    case kCredit:
      ++stations_[index].credits;
      post_start(index);
      break;
    case kStart: start(index); break;
    default: deliver(index);
  }
}

void StationEngine::arrive(const Waiting& slice) {
  const std::uint32_t id = routes_.hop(slice.hop).station;
  Station& station = stations_[id];
  auto place = station.waiting.end();
  while (place != station.waiting.begin() && (place - 1)->arrival == slice.arrival &&
         (place - 1)->origin > slice.origin) {
    --place;
  }
  station.waiting.insert(place, slice);
  station.slices_waiting += slice.count;
  if (network_.stations[id].shared) {
    counts_[id].longest_queue = std::max(counts_[id].longest_queue, station.slices_waiting);
    totals_.shared_visits += slice.count;
  }
  const Message& m = messages_[slice.message];
  counts_[id].received +=
      slice.last ? network_.slice * (slice.count - 1) + m.last_payload : network_.slice * slice.count;
  post_start(id);
}

bool StationEngine::has_credit(std::uint32_t station, const Waiting& slice) const {
  return network_.stations[station].far_slots == 0 || routes_.hop(slice.hop).last || stations_[station].credits > 0;
}

void StationEngine::post_start(std::uint32_t id) {
  Station& station = stations_[id];
  if (station.start_posted || station.waiting.empty() || !has_credit(id, station.waiting.front())) {
    return;
  }
  station.start_posted = true;
  queue_.post_as(Instances::station(id), std::max(queue_.now(), station.free), Phase::kStart, *this, kStart, id);
}

void StationEngine::start(std::uint32_t id) {
  Station& station = stations_[id];
  station.start_posted = false;
  if (station.waiting.empty() || !has_credit(id, station.waiting.front())) {
    return;  // somebody else came first at this instant and needs a credit that is not there
  }
  Waiting& front = station.waiting.front();
  Waiting slice = front;
  slice.last = front.last && front.count == 1;
  --station.slices_waiting;
  if (--front.count == 0) {
    station.waiting.pop_front();
  }
  serve(id, slice);
  post_start(id);
}

void StationEngine::serve(std::uint32_t id, const Waiting& slice) {
  const StationSpec& spec = network_.stations[id];
  const Hop hop = routes_.hop(slice.hop);
  const Bytes payload = slice.last ? messages_[slice.message].last_payload : network_.slice;
  const Service cost = service(spec, payload);
  const Instant now = queue_.now();
  const Duration occupancy(stations_[id].pace.advance(cost.occupancy.count()));
  const Instant end = std::max(now + occupancy, slice.tail);
  stations_[id].free = end;

  StationCount& count = counts_[id];
  count.sent += payload;
  count.wire += cost.wire;
  ++count.slices;
  count.busy += occupancy;
  count.longest_wait = std::max(count.longest_wait, now - slice.arrival);

  if (!hop.first) {
    const std::uint32_t before = routes_.station(slice.hop - 1);
    if (network_.stations[before].far_slots > 0) {
      queue_.post_as(Instances::station(before),
                     end + network_.stations[before].credit_latency,
                     Phase::kRelease,
                     *this,
                     kCredit,
                     before);
    }
  }
  if (!hop.last) {
    if (spec.far_slots > 0) {
      --stations_[id].credits;
    }
    pass_on(slice, now + spec.latency, end + spec.latency);
  } else if (slice.last) {
    post_delivery(slice.message, end + spec.latency, *this, kDelivered);
  }
}

void StationEngine::pass_on(const Waiting& slice, Instant head, Instant tail) {
  const Hop next = routes_.hop(slice.hop + 1);
  const Instant arrival = network_.stations[next.station].cut_through ? head : tail;
  const std::uint32_t origin = routes_.hop(slice.hop).station;
  const std::uint32_t index = flying_.take();
  flying_[index] = {head, tail, arrival, origin, slice.message, slice.hop + 1, 1, slice.last};
  queue_.post_as(Instances::station(origin), arrival, Phase::kArrive, *this, kArrived, index);
}

std::string StationEngine::whereabouts(std::uint32_t message) const {
  for (std::size_t id = 0; id < stations_.size(); ++id) {
    const auto& waiting = stations_[id].waiting;
    for (const Waiting& slice : waiting) {
      if (slice.message == message) {
        const bool blocked = !has_credit(static_cast<std::uint32_t>(id), waiting.front());
        return station_name(static_cast<std::uint32_t>(id)) +
               (blocked ? ": no free slot in the buffer behind it" : ": behind earlier slices");
      }
    }
  }
  return "on its way";
}

}  // namespace sealring::fabric
