// The state of one station, and of one lane between two, as the booked engine keeps them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/fabric/network.hpp"
#include "models/fabric/pace_clock.hpp"
#include "models/fabric/pool.hpp"
#include "models/fabric/send_line.hpp"
#include "models/fabric/station_count.hpp"
#include "sim/queue/event_queue.hpp"

namespace sealring::fabric {

/// A slice on its way, in registers while it is carried through a segment.
struct Slice {
  std::int64_t head = 0;  ///< femtoseconds: its first byte arrives at the station of `hop`
  std::int64_t tail = 0;  ///< its last byte
  std::int64_t payload = 0;
  std::uint32_t message = 0;
  std::uint32_t hop = 0;
  bool last = false;  ///< of its message
};

/// A copy by fields: those just written are still in registers, and reading them back two at a time would stall.
inline void put(Slice& place, const Slice& slice) {
  place.head = slice.head;
  place.tail = slice.tail;
  place.payload = slice.payload;
  place.message = slice.message;
  place.hop = slice.hop;
  place.last = slice.last;
}

/// Slices in store: waiting at a station or flying in a lane. More than one only at a source.
struct alignas(64) Parcel {
  Slice slice;
  std::uint32_t next = kNone;
  std::int64_t count = 1;
};

/// First in, first out, through the parcels' own links.
struct ParcelList {
  std::uint32_t first = kNone;
  std::uint32_t last = kNone;
  [[nodiscard]] bool empty() const { return first == kNone; }
  void push(Pool<Parcel>& parcels, std::uint32_t index) {
    parcels[index].next = kNone;
    if (first == kNone) {
      first = index;
    } else {
      parcels[last].next = index;
    }
    last = index;
  }
  std::uint32_t pop(const Pool<Parcel>& parcels) {
    const std::uint32_t index = first;
    first = parcels[index].next;
    return index;
  }
};

/// The slots of the buffer that a station fills, where only one lane leaves it: they come back in the order in which
/// they are taken, each later than the one before. Where a slot is taken after the latest instant, all that are ready
/// are simply free; so there is seldom more than one instant to remember, and the ring of the others is not touched.
struct SlotRing {
  std::int64_t* earlier = nullptr;  ///< [size]: the instants that count, but the latest
  std::int64_t latest = 0;          ///< of the instants that came back: no slot that is ready frees later
  std::int32_t size = 0;
  std::int32_t ready = 0;  ///< slots whose instant is known (it may lie ahead)
  std::int32_t timed = 0;  ///< those of them whose instant counts: the ones that came back last
  std::int32_t first = 0;  ///< of `earlier`
  /// Takes a slot for a slice that could start at `start`; returns when it can.
  std::int64_t pop(std::int64_t start) {
    if (latest <= start) {
      timed = 0;
    }
    if (--ready >= timed) {
      return start;
    }
    if (--timed == 0) {
      return latest;  // later than start
    }
    start = std::max(start, earlier[first]);
    first = first + 1 == size ? 0 : first + 1;
    return start;
  }
  void push(std::int64_t instant) {
    if (timed > 0) {
      const std::int32_t place = first + timed - 1;
      earlier[place < size ? place : place - size] = latest;
    }
    latest = instant;
    ++timed;
    ++ready;
  }
};

/// The same where several lanes leave: slots free out of order, because the stations behind drain at different speeds;
/// so the instants known so far are kept in order and the slots whose instant is unknown are counted.
struct ForkSlots {
  int unused = 0;    ///< free for whatever starts next
  int held = 0;      ///< taken by slices that the next station has not started
  SortedRing known;  ///< free from these instants on (they may lie ahead)
  [[nodiscard]] bool none() const { return unused == 0 && known.empty(); }
};

/// What the slices of one payload cost at a station, and how many were started.
struct Tally {
  static constexpr std::int64_t kNoPayload = -1;
  std::int64_t payload = kNoPayload;
  std::int64_t occupancy = 0;
  std::int64_t sent = 0;
};

/// The first line is all that a slice touches at the end of its path, the first two where it passes a station of one
/// upstream; the third serves forks and sources with much to send, the fourth shared stations: in machines of thousands
/// of stations it is the lines touched per slice that cost time.
struct alignas(64) Station {
  std::int64_t free = 0;
  std::int64_t latency = 0;
  Tally usual;  ///< of the payload seen last: most slices equal the one before. Where paced, no payload is usual, so
                ///< that every slice gets its own occupancy and unpaced stations need not ask.
  std::int64_t longest_wait = 0;
  ParcelList waiting;
  bool cut_through = false;
  bool shared = false;
  bool limited = false;  ///< far_slots > 0
  bool blocked = false;  ///< the first waiting slice lacks a credit whose instant is not known yet
  bool told = false;     ///< is among the news
  bool last = false;     ///< slices have waited that end here, and so need no slot
  bool forks = false;    ///< more than one lane leaves
  bool timed = false;    ///< timer_at is not -1: asked for with every slot, so it is not looked up in the rest

  SlotRing slots;  ///< limited ones that do not fork
  std::int64_t credit_latency = 0;
  std::int64_t slices_waiting = 0;  ///< of messages not yet come to as well
  std::int64_t payload_waiting = 0;

  alignas(64) ForkSlots fork;
  SendLine unsent;  ///< behind those that wait, where messages begin; not empty only if something waits

  alignas(64) SortedRing starts;  ///< shared stations: fixed but still ahead
  std::int64_t longest_queue = 0;
  [[nodiscard]] bool no_slot() const { return forks ? fork.none() : slots.ready == 0; }
};
static_assert(sizeof(Station) == 256, "four cache lines");

/// Large machines do not fit the nearest cache: what is known to be touched in a moment is asked for at once.
inline void prefetch_last(const Station& station) { __builtin_prefetch(&station, 1); }  // where a path ends

inline void prefetch(const Station& station) {
  prefetch_last(station);
  __builtin_prefetch(&station.slots, 1);
}

inline void prefetch_shared(const Station& station) {
  prefetch(station);
  __builtin_prefetch(&station.starts, 1);
}

/// What is seldom needed of a station.
struct StationRest {
  Tally unusual;        ///< of the payload before the usual one; where paced, of the latest, at the nominal speed
  StationCount others;  ///< all slices but those of the two tallies
  PaceClock pace;
  std::uint32_t only_lane = kNone;
  std::vector<std::uint32_t> holding;  ///< forks: the lanes out that hold slots
  std::int64_t timer_at = -1;
  queue::Ticket timer;
};

/// What went from one station to the next and is not there yet. Its slices arrive in order, so only the first has an
/// event; it lies here, because there is seldom a second.
struct alignas(64) BookedLane {
  Slice first;
  ParcelList later;
  std::uint32_t from = kNone;  ///< kNone: a source
  std::uint32_t to = 0;
  int in_flight = 0;  ///< with the first
  int held = 0;       ///< slots of `from` held by slices of this lane; kept only where `from` forks
};

}  // namespace sealring::fabric
