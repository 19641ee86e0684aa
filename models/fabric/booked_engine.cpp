#include "models/fabric/booked_engine.hpp"

#include <algorithm>
#include <utility>

namespace sealring::fabric {

using queue::Phase;

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
    station.slots.unused = spec.far_slots;
    rests_[i].pace = PaceClock(spec.pace);
    if (!rests_[i].pace.steady()) {
      station.usual = {};
    }
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
    lanes_[rest.only_lane].held = station.slots.held;
    if (station.slots.held > 0) {
      rest.holding.push_back(rest.only_lane);
    }
  }
}

void BookedEngine::send(const Transfer& transfer) {
  const std::uint32_t message = admit(transfer);
  const Hop first = routes_.hop(messages_[message].route);
  prefetch(stations_[first.station]);
  if (!first.last) {
    prefetch(stations_[routes_.hop(messages_[message].route + 1).station]);
  }
  if (lanes_.size() != routes_.lanes().size()) {
    know_new_lanes();
  }
  if (first.shared) {
    queue_.post_as(Instances::source(transfer.source), queue_.now(), Phase::kObserve, *this, kOffered, message);
  } else {
    offer(message);
    settle();
  }
}

void BookedEngine::handle(std::uint32_t what, std::uint64_t detail) {
  const auto index = static_cast<std::uint32_t>(detail);
  switch (what) {
    case kArrived: arrive(index); break;
    case kDelivered: deliver(index); return;
    case kOffered: offer(index); break;
    default:
      ++timers_run_;
      rests_[index].timer_at = -1;
      news_.push_back(index);
  }
  settle();
}

/// A message reaches its first station with all its slices at once.
void BookedEngine::offer(std::uint32_t message) {
  const Message& m = messages_[message];
  const Slice slice{now(), now(), m.last_payload.count(), message, m.route, true};
  const Hop hop = routes_.hop(m.route);
  Station& station = stations_[hop.station];
  if (hop.shared) {
    note_queue(station, m.slices, now());
  }
  if (m.slices == 1) {
    carry(slice);
    return;
  }
  wait_at(station, slice, m.slices);
  leave_queue(hop.station);
}

void BookedEngine::arrive(std::uint32_t id) {
  BookedLane& lane = lanes_[id];
  const Slice slice = lane.first;
  routes_.prefetch(slice.hop);
  prefetch_shared(stations_[lane.to]);
  if (lane.from != kNone) {
    prefetch(stations_[lane.from]);  // a slot of it comes free
  }
  if (--lane.in_flight > 0) {
    const std::uint32_t index = lane.later.pop(parcels_);
    lane.first = parcels_[index].slice;
    parcels_.give_back(index);
    post_arrival(id);
  }
  note_queue(stations_[lane.to], 1, now() - 1);
  carry(slice);
  if (lane.from != kNone && stations_[lane.from].blocked) {
    news_.push_back(lane.from);  // it may have waited for this arrival
  }
}

/// As far as the slice gets now: to the next shared station, to its destination, or to a station that must wait.
void BookedEngine::carry(Slice slice) {
  for (;;) {
    const Hop hop = routes_.hop(slice.hop);
    if (!hop.last) {
      prefetch(stations_[routes_.hop(slice.hop + 1).station]);
    }
    Station& station = stations_[hop.station];
    if (!station.waiting.empty() || !serve(slice, hop)) {
      if (hop.next_is_shared) {
        __builtin_prefetch(&lanes_[routes_.hop(slice.hop + 1).lane], 1);
      }
      wait_at(station, slice, 1);
      return;
    }
    if (hop.last) {
      return;
    }
    ++slice.hop;
    if (hop.next_is_shared) {
      fly(slice, routes_.hop(slice.hop).lane);
      return;
    }
  }
}

/// Starts what waits at a station until one must go on waiting.
void BookedEngine::leave_queue(std::uint32_t id) {
  Station& station = stations_[id];
  while (!station.waiting.empty()) {
    const std::uint32_t index = station.waiting.first;
    const Hop hop = routes_.hop(parcels_[index].slice.hop);
    if (station.limited && !hop.last && station.slots.none()) {  // as serve would find, but cheaper: it is common
      station.blocked = true;
      return;
    }
    Slice slice = parcels_[index].slice;
    if (parcels_[index].count > 1) {
      slice.last = false;
      slice.payload = full_slice_;
    }
    if (!serve(slice, hop)) {
      return;
    }
    --station.slices_waiting;
    station.payload_waiting -= slice.payload;
    if (--parcels_[index].count == 0) {
      station.waiting.pop(parcels_);
      parcels_.give_back(index);
      prefetch_waiting(station);
    }
    if (hop.last) {
      continue;
    }
    ++slice.hop;
    if (hop.next_is_shared) {
      fly(slice, routes_.hop(slice.hop).lane);
    } else {
      carry(slice);
    }
  }
}

/// The first to wait will start next, and has not been touched since it came; the one behind it becomes the first.
void BookedEngine::prefetch_waiting(const Station& station) const {
  if (!station.waiting.empty()) {
    const Parcel& first = parcels_[station.waiting.first];
    routes_.prefetch(first.slice.hop);
    __builtin_prefetch(&messages_[first.slice.message], 1);
    if (first.next != kNone) {
      __builtin_prefetch(&parcels_[first.next], 1);
    }
  }
}

void BookedEngine::settle() {
  while (!news_.empty()) {
    const std::uint32_t station = news_.back();
    news_.pop_back();
    leave_queue(station);
  }
}

/// Fixes start and end of a slice; false when the credit it needs is not known yet. The slice then holds its arrival at
/// the next station.
bool BookedEngine::serve(Slice& slice, const Hop& hop) {
  Station& station = stations_[hop.station];
  const std::int64_t arrival = station.cut_through ? slice.head : slice.tail;
  std::int64_t start = std::max(arrival, station.free);
  if (station.limited && !hop.last && !take_slot(hop.station, slice, start)) {
    return false;
  }
  if (slice.payload != station.usual.payload) {
    change_payload(hop.station, slice.payload);
  }
  ++station.usual.sent;
  const std::int64_t end = std::max(start + station.usual.occupancy, slice.tail);
  station.free = end;
  station.longest_wait = std::max(station.longest_wait, start - arrival);
  if (station.shared && start >= now()) {
    station.starts.insert(start);
  }
  if (!hop.first) {
    return_slot(hop, end);
  }
  slice.head = start + station.latency;
  slice.tail = end + station.latency;
  if (hop.last && slice.last) {
    post_delivery(slice.message, Instant(Duration(slice.tail)), *this, kDelivered);
  }
  return true;
}

bool BookedEngine::take_slot(std::uint32_t id, const Slice& slice, std::int64_t& start) {
  Station& station = stations_[id];
  Slots& slots = station.slots;
  if (slots.unused > 0) {
    --slots.unused;
  } else if (slots.none()) {
    station.blocked = true;  // the next station will tell
    return false;
  } else {
    const std::int64_t earliest = slots.known.front();
    // A slot free by the time the station is makes all earlier ones equal to it.
    if (earliest > start && station.forks && slots.held > 0 && !wait_for_slot(id, earliest)) {
      return false;
    }
    slots.known.pop();
    start = std::max(start, earliest);
  }
  if (station.blocked) {
    station.blocked = false;
    drop_timer(id);
  }
  hold_slot(id, slice);
  return true;
}

/// True when no held slot can come back before `at`. Else the station is blocked, and somebody will wake it by then: a
/// slice that arrives at the next station until then, or a timer.
bool BookedEngine::wait_for_slot(std::uint32_t id, std::int64_t at) {
  Station& station = stations_[id];
  bool certain = true;
  bool awaited = false;
  for (const std::uint32_t holder : rests_[id].holding) {
    const BookedLane& lane = lanes_[holder];
    std::int64_t soonest = std::max(now(), stations_[lane.to].free);
    if (lane.in_flight > 0) {
      const std::int64_t instant = stations_[lane.to].cut_through ? lane.first.head : lane.first.tail;
      awaited = awaited || instant <= at;
      if (lane.held == lane.in_flight) {
        soonest = std::max(soonest, instant);
      }
    }
    certain = certain && soonest + 1 + station.credit_latency >= at;
  }
  if (certain) {
    return true;
  }
  station.blocked = true;
  if (awaited) {
    drop_timer(id);
  } else {
    set_timer(id, at);
  }
  return false;
}

void BookedEngine::hold_slot(std::uint32_t id, const Slice& slice) {
  ++stations_[id].slots.held;
  if (stations_[id].forks) {
    const std::uint32_t lane = routes_.hop(slice.hop + 1).lane;
    if (lanes_[lane].held++ == 0) {
      rests_[id].holding.push_back(lane);
    }
  }
}

void BookedEngine::return_slot(const Hop& hop, std::int64_t end) {
  Station& before = stations_[hop.before];
  if (!before.limited) {
    return;
  }
  Slots& slots = before.slots;
  --slots.held;
  while (!slots.known.empty() && slots.known.front() <= before.free) {  // nothing starts before it any more
    slots.known.pop();
    ++slots.unused;
  }
  slots.known.insert(end + before.credit_latency);
  if (before.forks && --lanes_[hop.lane].held == 0) {
    std::vector<std::uint32_t>& holding = rests_[hop.before].holding;
    holding.erase(std::find(holding.begin(), holding.end(), hop.lane));
  }
  if (before.blocked) {
    news_.push_back(hop.before);
  }
}

void BookedEngine::wait_at(Station& station, const Slice& slice, std::int64_t count) {
  const std::uint32_t index = parcels_.take();
  put(parcels_[index].slice, slice);
  parcels_[index].count = count;
  station.waiting.push(parcels_, index);
  station.slices_waiting += count;
  station.payload_waiting += slice.payload + (count - 1) * full_slice_;
}

void BookedEngine::fly(const Slice& slice, std::uint32_t id) {
  BookedLane& lane = lanes_[id];
  if (lane.in_flight++ == 0) {
    put(lane.first, slice);
    post_arrival(id);
    return;
  }
  const std::uint32_t index = parcels_.take();
  put(parcels_[index].slice, slice);
  parcels_[index].count = 1;
  lane.later.push(parcels_, index);
}

void BookedEngine::post_arrival(std::uint32_t id) {
  const BookedLane& lane = lanes_[id];
  const std::int64_t at = stations_[lane.to].cut_through ? lane.first.head : lane.first.tail;
  queue_.post_as(Instances::station(lane.from), Instant(Duration(at)), Phase::kArrive, *this, kArrived, id);
}

/// The queue that `arriving` slices find and join: what waits, and what was given a start later than `started`.
void BookedEngine::note_queue(Station& station, std::int64_t arriving, std::int64_t started) {
  while (!station.starts.empty() && station.starts.front() <= started) {
    station.starts.pop();
  }
  const std::int64_t length = station.slices_waiting + static_cast<std::int64_t>(station.starts.size()) + arriving;
  station.longest_queue = std::max(station.longest_queue, length);
  totals_.shared_visits += arriving;
}

}  // namespace sealring::fabric
