#include "models/fabric/booked_engine.hpp"

#include <algorithm>

namespace sealring::fabric {

using queue::Phase;

void BookedEngine::send(const Transfer& transfer) {
  const Sent sent = count_sent(transfer);
  Station& station = stations_[sent.start.station];
  if (!station.shared && !station.waiting.empty()) {
    hold_back(station, transfer, sent);
    return;
  }
  prefetch(station);
  const std::uint32_t message = store_known(transfer, sent);
  const std::uint32_t route = messages_[message].route;
  if (!routes_.hop(route).last) {
    prefetch(stations_[routes_.hop(route + 1).station]);
  }
  if (station.shared) {
    queue_.post_as(Instances::source(transfer.source), queue_.now(), Phase::kObserve, *this, kOffered, message);
  } else {
    offer(message);
    settle();
  }
}

std::uint32_t BookedEngine::store_known(const Transfer& transfer, const Sent& sent) {
  const std::uint32_t message = store(transfer, sent);
  if (lanes_.size() != routes_.lanes().size()) {
    know_new_lanes();
  }
  return message;
}

/// Only what an unshared station gets from its source has a place behind everything that waits there.
void BookedEngine::hold_back(Station& station, const Transfer& transfer, const Sent& sent) {
  station.unsent.push(unsent_, {now(), transfer.payload, transfer.token, sent.serial, sent.start.pair});
  station.slices_waiting += sent.pieces.count;
  station.payload_waiting += transfer.payload.count();
}

/// The station comes to the next message that was held back.
void BookedEngine::bring_next(Station& station) {
  const Unsent next = station.unsent.pop(unsent_);
  if (!station.unsent.empty()) {
    routes_.prefetch_pair(station.unsent.peek(unsent_).pair);
  }
  const Cut pieces = cut(next.payload, network_.slice);
  const RoutePair ends = routes_.ends(next.pair);
  const std::uint32_t message = store_known({ends.source, ends.destination, next.payload, next.token},
                                            {pieces, {next.pair, ends.first}, next.serial});
  const Slice slice{next.sent_at, next.sent_at, pieces.last.count(), message, messages_[message].route, true};
  put_in_line(station, routes_.hop(slice.hop), slice, pieces.count);
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
      stations_[index].timed = false;
      tell(index);
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
  wait_at(station, hop, slice, m.slices);
  leave_queue(hop.station);
}

void BookedEngine::arrive(std::uint32_t id) {
  BookedLane& lane = lanes_[id];
  const Slice slice = lane.first;
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
  if (lane.from != kNone) {
    tell(lane.from);  // it may have waited for this arrival
  }
}

/// As far as the slice gets now: to the next shared station, to its destination, or to a station that must wait.
void BookedEngine::carry(Slice slice) {
  for (;;) {
    const Hop hop = routes_.hop(slice.hop);
    if (!hop.last) {
      prefetch_next(slice.hop + 1);
    }
    Station& station = stations_[hop.station];
    if (!station.waiting.empty() || !serve(slice, hop)) {
      if (hop.next_is_shared) {
        __builtin_prefetch(&lanes_[routes_.hop(slice.hop + 1).lane], 1);
      }
      wait_at(station, hop, slice, 1);
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
  while (station.slices_waiting > 0) {
    if (station.waiting.empty()) {
      bring_next(station);
    }
    if (station.limited && !station.last && station.no_slot()) {  // as serve would find, but cheaper: it is common
      station.blocked = true;
      return;
    }
    const std::uint32_t index = station.waiting.first;
    const Hop hop = routes_.hop(parcels_[index].slice.hop);
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

void BookedEngine::prefetch_next(std::uint32_t index) const {
  const Hop hop = routes_.hop(index);
  hop.last ? prefetch_last(stations_[hop.station]) : prefetch(stations_[hop.station]);
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
    stations_[station].told = false;
    leave_queue(station);
  }
}

/// A blocked station looks again whether it can go on.
void BookedEngine::tell(std::uint32_t id) {
  Station& station = stations_[id];
  if (station.blocked && !station.told) {
    station.told = true;
    news_.push_back(id);
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
    return_slot(routes_.station(slice.hop - 1), hop.lane, end);
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
  if (station.forks) {
    if (!take_forked_slot(id, slice, start)) {
      return false;
    }
  } else if (station.slots.ready == 0) {
    station.blocked = true;  // the next station will tell
    return false;
  } else {
    start = station.slots.pop(start);
  }
  station.blocked = false;
  drop_timer(id);
  return true;
}

bool BookedEngine::take_forked_slot(std::uint32_t id, const Slice& slice, std::int64_t& start) {
  Station& station = stations_[id];
  ForkSlots& slots = station.fork;
  if (slots.unused > 0) {
    --slots.unused;
  } else if (slots.none()) {
    station.blocked = true;
    return false;
  } else {
    const std::int64_t earliest = slots.known.front();
    // A slot free by the time the station is makes all earlier ones equal to it.
    if (earliest > start && slots.held > 0 && !wait_for_slot(id, earliest)) {
      return false;
    }
    slots.known.pop();
    start = std::max(start, earliest);
  }
  ++slots.held;
  const std::uint32_t lane = routes_.hop(slice.hop + 1).lane;
  if (lanes_[lane].held++ == 0) {
    rests_[id].holding.push_back(lane);
  }
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
    if (awaited && !certain) {  // whatever the others hold
      station.blocked = true;
      drop_timer(id);
      return false;
    }
  }
  if (!certain) {
    station.blocked = true;
    set_timer(id, at);
  }
  return certain;
}

void BookedEngine::return_slot(std::uint32_t id, std::uint32_t lane, std::int64_t end) {
  Station& before = stations_[id];
  if (!before.limited) {
    return;
  }
  if (before.forks) {
    return_forked_slot(id, lane, end);
  } else {
    before.slots.push(end + before.credit_latency);
  }
  tell(id);
}

void BookedEngine::return_forked_slot(std::uint32_t id, std::uint32_t lane, std::int64_t end) {
  Station& before = stations_[id];
  ForkSlots& slots = before.fork;
  --slots.held;
  while (!slots.known.empty() && slots.known.front() <= before.free) {  // nothing starts before it any more
    slots.known.pop();
    ++slots.unused;
  }
  slots.known.insert(end + before.credit_latency);
  if (--lanes_[lane].held == 0) {
    std::vector<std::uint32_t>& holding = rests_[id].holding;
    holding.erase(std::find(holding.begin(), holding.end(), lane));
  }
}

void BookedEngine::wait_at(Station& station, const Hop& hop, const Slice& slice, std::int64_t count) {
  put_in_line(station, hop, slice, count);
  station.slices_waiting += count;
  station.payload_waiting += slice.payload + (count - 1) * full_slice_;
}

void BookedEngine::put_in_line(Station& station, const Hop& hop, const Slice& slice, std::int64_t count) {
  station.last = station.last || hop.last;
  const std::uint32_t index = parcels_.take();
  put(parcels_[index].slice, slice);
  parcels_[index].count = count;
  station.waiting.push(parcels_, index);
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
