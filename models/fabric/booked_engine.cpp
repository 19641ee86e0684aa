#include "models/fabric/booked_engine.hpp"

#include <algorithm>
#include <utility>

namespace sealring::fabric {

using queue::Phase;

namespace {

void prefetch(const Station& station) {
  const char* const bytes = reinterpret_cast<const char*>(&station);
  __builtin_prefetch(bytes, 1);
  __builtin_prefetch(bytes + 64, 1);
}

}  // namespace

BookedEngine::BookedEngine(Network network, queue::EventQueue& queue)
    : Engine(std::move(network), queue),
      Handler(Instances::kFirst),
      stations_(network_.stations.size()),
      full_slice_(network_.slice.count()) {
  for (std::size_t i = 0; i < stations_.size(); ++i) {
    const StationSpec& spec = network_.stations[i];
    const Service full = service(spec, network_.slice);
    Station& station = stations_[i];
    station.latency = spec.latency.count();
    station.credit_latency = spec.credit_latency.count();
    station.full_occupancy = full.occupancy.count();
    station.cut_through = spec.cut_through;
    station.shared = spec.shared;
    station.limited = spec.far_slots > 0;
    station.slots.unused = spec.far_slots;
  }
}

void BookedEngine::know_new_lanes() {
  for (std::size_t i = lanes_.size(); i < routes_.lanes().size(); ++i) {
    const LaneEnds ends = routes_.lanes()[i];
    BookedLane lane;
    lane.to = ends.to;
    if (ends.from >= 0) {
      lane.from = static_cast<std::uint32_t>(ends.from);
      learn_fork(stations_[lane.from], static_cast<std::uint32_t>(i));
    }
    lanes_.push_back(lane);
  }
}

/// Until a second lane leaves a station, every slot it holds belongs to the first.
void BookedEngine::learn_fork(Station& station, std::uint32_t lane) {
  if (station.only_lane == kNone) {
    station.only_lane = lane;
  } else if (!station.forks) {
    station.forks = true;
    lanes_[station.only_lane].held = station.slots.held;
    if (station.slots.held > 0) {
      station.holding.push_back(station.only_lane);
    }
  }
}

void BookedEngine::send(const Transfer& transfer) {
  const std::uint32_t message = admit(transfer);
  if (lanes_.size() != routes_.lanes().size()) {
    know_new_lanes();
  }
  if (stations_[routes_.hop(messages_[message].route).station].shared) {
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
      stations_[index].timer_at = -1;
      news_.push_back(index);
  }
  settle();
}

/// A message reaches its first station with all its slices at once.
void BookedEngine::offer(std::uint32_t message) {
  const Message& m = messages_[message];
  const Slice slice{now(), now(), m.last_payload.count(), message, m.route, true};
  const std::uint32_t first = routes_.hop(m.route).station;
  Station& station = stations_[first];
  if (station.shared) {
    note_queue(station, m.slices, now());
  }
  if (m.slices == 1) {
    carry(slice);
    return;
  }
  station.full_received += m.slices - 1;
  note_received(station, m.last_payload.count());
  wait_at(station, slice, m.slices);
  leave_queue(first);
}

void BookedEngine::arrive(std::uint32_t id) {
  BookedLane& lane = lanes_[id];
  const std::uint32_t index = lane.flying.pop(parcels_);
  --lane.in_flight;
  if (!lane.flying.empty()) {
    post_arrival(id);
  }
  const Slice slice = parcels_[index].slice;
  parcels_.give_back(index);
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
    if (!hop.last) {  // its state is asked for in a moment, and large machines do not fit the nearest cache
      prefetch(stations_[routes_.hop(slice.hop + 1).station]);
    }
    Station& station = stations_[hop.station];
    note_received(station, slice.payload);
    if (!station.waiting.empty() || !serve(slice, hop)) {
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
    Slice slice = parcels_[index].slice;
    if (parcels_[index].count > 1) {
      slice.last = false;
      slice.payload = full_slice_;
    }
    const Hop hop = routes_.hop(slice.hop);
    if (!serve(slice, hop)) {
      return;
    }
    --station.slices_waiting;
    if (--parcels_[index].count == 0) {
      station.waiting.pop(parcels_);
      parcels_.give_back(index);
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
  if (station.limited && !hop.last && !take_slot(station, slice, start)) {
    return false;
  }
  std::int64_t occupancy = station.full_occupancy;
  if (slice.payload == full_slice_) {
    ++station.full_sent;
  } else {
    occupancy = serve_odd(station, slice, hop);
  }
  const std::int64_t end = std::max(start + occupancy, slice.tail);
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

/// Counts a slice that is not full; returns its occupancy.
std::int64_t BookedEngine::serve_odd(Station& station, const Slice& slice, const Hop& hop) {
  if (slice.payload != station.odd.payload) {
    const Service odd = service(network_.stations[hop.station], Bytes(slice.payload));
    station.odd = {slice.payload, odd.occupancy.count(), odd.wire.count()};
  }
  station.others.sent += Bytes(slice.payload);
  station.others.wire += WireBytes(station.odd.wire);
  station.others.busy += Duration(station.odd.occupancy);
  ++station.others.slices;
  return station.odd.occupancy;
}

StationCount BookedEngine::count(StationId id) const {
  const Station& station = stations_[static_cast<std::size_t>(id)];
  const Service full = service(network_.stations[static_cast<std::size_t>(id)], network_.slice);
  StationCount count = station.others;
  count.received += network_.slice * station.full_received;
  count.sent += network_.slice * station.full_sent;
  count.wire += full.wire * station.full_sent;
  count.busy += full.occupancy * station.full_sent;
  count.slices += station.full_sent;
  count.longest_wait = Duration(station.longest_wait);
  count.longest_queue = station.longest_queue;
  return count;
}

bool BookedEngine::take_slot(Station& station, const Slice& slice, std::int64_t& start) {
  Slots& slots = station.slots;
  if (slots.unused > 0) {
    --slots.unused;
  } else if (slots.known.empty()) {
    station.blocked = true;  // the next station will tell
    return false;
  } else {
    const std::int64_t earliest = slots.known.front();
    // A slot free by the time the station is makes all earlier ones equal to it.
    if (earliest > start && station.forks && slots.held > 0 &&
        !wait_for_slot(station, routes_.hop(slice.hop).station, earliest)) {
      return false;
    }
    slots.known.pop();
    start = std::max(start, earliest);
  }
  if (station.blocked) {
    station.blocked = false;
    drop_timer(station);
  }
  hold_slot(station, slice);
  return true;
}

/// True when no held slot can come back before `at`. Else the station is blocked, and somebody will wake it by then: a
/// slice that arrives at the next station until then, or a timer.
bool BookedEngine::wait_for_slot(Station& station, std::uint32_t id, std::int64_t at) {
  bool certain = true;
  bool awaited = false;
  for (const std::uint32_t holder : station.holding) {
    const BookedLane& lane = lanes_[holder];
    std::int64_t soonest = std::max(now(), stations_[lane.to].free);
    if (!lane.flying.empty()) {
      const Slice& first = parcels_[lane.flying.first].slice;
      const std::int64_t instant = stations_[lane.to].cut_through ? first.head : first.tail;
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
    drop_timer(station);
  } else {
    set_timer(station, id, at);
  }
  return false;
}

void BookedEngine::hold_slot(Station& station, const Slice& slice) {
  ++station.slots.held;
  if (station.forks) {
    const std::uint32_t id = routes_.hop(slice.hop + 1).lane;
    if (lanes_[id].held++ == 0) {
      station.holding.push_back(id);
    }
  }
}

void BookedEngine::return_slot(const Hop& hop, std::int64_t end) {
  Station& before = stations_[hop.before];
  if (!before.limited) {
    return;
  }
  --before.slots.held;
  before.slots.known.insert(end + before.credit_latency);
  if (before.forks && --lanes_[hop.lane].held == 0) {
    before.holding.erase(std::find(before.holding.begin(), before.holding.end(), hop.lane));
  }
  if (before.blocked) {
    news_.push_back(hop.before);
  }
}

void BookedEngine::set_timer(Station& station, std::uint32_t id, std::int64_t at) {
  if (station.timer_at == at) {
    return;
  }
  drop_timer(station);
  station.timer_at = at;
  station.timer =
      queue_.post_cancellable_as(Instances::station(id), Instant(Duration(at)), Phase::kRelease, *this, kTimer, id);
}

void BookedEngine::drop_timer(Station& station) {
  if (station.timer_at >= 0) {
    queue_.cancel(station.timer);
    station.timer_at = -1;
  }
}

void BookedEngine::wait_at(Station& station, const Slice& slice, std::int64_t count) {
  const std::uint32_t index = parcels_.take();
  parcels_[index].slice = slice;
  parcels_[index].count = count;
  station.waiting.push(parcels_, index);
  station.slices_waiting += count;
}

void BookedEngine::fly(const Slice& slice, std::uint32_t id) {
  const std::uint32_t index = parcels_.take();
  parcels_[index].slice = slice;
  parcels_[index].count = 1;
  BookedLane& lane = lanes_[id];
  const bool first = lane.flying.empty();
  lane.flying.push(parcels_, index);
  ++lane.in_flight;
  if (first) {
    post_arrival(id);
  }
}

void BookedEngine::post_arrival(std::uint32_t id) {
  const BookedLane& lane = lanes_[id];
  const Slice& slice = parcels_[lane.flying.first].slice;
  const std::int64_t at = stations_[lane.to].cut_through ? slice.head : slice.tail;
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

std::string BookedEngine::whereabouts(std::uint32_t message) const {
  for (std::uint32_t id = 0; id < stations_.size(); ++id) {
    for (std::uint32_t i = stations_[id].waiting.first; i != kNone; i = parcels_[i].next) {
      if (parcels_[i].slice.message == message) {
        return station_name(id) +
               (stations_[id].blocked ? ": no free slot in the buffer behind it" : ": behind earlier slices");
      }
    }
  }
  return "on its way";
}

}  // namespace sealring::fabric
