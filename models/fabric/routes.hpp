// The paths that are in use, compact, found once per pair of endpoints.
#pragma once

#include <cstdint>
#include <vector>

#include "models/fabric/network.hpp"
#include "models/fabric/pair_table.hpp"
#include "models/fabric/pool.hpp"
#include "sim/queue/event_queue.hpp"

namespace sealring::fabric {

/// One station of a route, and what the engines ask about its neighbours.
struct Hop {
  std::uint32_t station = 0;
  std::uint32_t lane = 0;  ///< by which slices come
  bool shared = false;     ///< the station
  bool first = false;
  bool last = false;
  bool next_is_shared = false;  ///< the next station; false where `last`
};

/// The same in eight bytes: large machines have as many routes as messages.
class HopCell {
 public:
  static constexpr std::size_t kMostStations = std::size_t{1} << 28U;
  HopCell() = default;
  explicit HopCell(const Hop& hop) : station_(hop.station | flags(hop) << kStationBits), lane_(hop.lane) {}
  [[nodiscard]] std::uint32_t station() const { return station_ & kStations; }
  [[nodiscard]] Hop hop() const {
    return {station(), lane_, has(kShared), has(kFirst), has(kLast), has(kNextIsShared)};
  }

 private:
  enum Flag : std::uint32_t { kShared = 1, kFirst = 2, kLast = 4, kNextIsShared = 8 };
  static constexpr unsigned kStationBits = 28;
  static constexpr std::uint32_t kStations = kMostStations - 1;
  static std::uint32_t flags(const Hop& hop) {
    return (hop.shared ? kShared : 0U) | (hop.first ? kFirst : 0U) | (hop.last ? kLast : 0U) |
           (hop.next_is_shared ? kNextIsShared : 0U);
  }
  [[nodiscard]] bool has(Flag flag) const { return (station_ >> kStationBits & flag) != 0; }
  std::uint32_t station_ = 0;  ///< and its flags
  std::uint32_t lane_ = 0;
};

/// Everything that goes from one station (or source) straight to another; first in, first out.
struct LaneEnds {
  std::int32_t from = 0;  ///< a station, or -1 - endpoint for a source
  std::uint32_t to = 0;
};

/// Endpoints that a way was asked for, and what was sent on it.
struct RoutePair {
  std::int32_t source = 0;
  std::int32_t destination = 0;
  std::uint32_t first = 0;      ///< the station where it begins
  std::uint32_t route = kNone;  ///< kNone: not found yet
  Bytes sent;
};

/// Routes are numbered by their first hop; the hops of a route follow each other.
class Routes {
 public:
  explicit Routes(const Network& network);
  /// Asks the router the first time. Throws std::logic_error for a path that the engines could not serve exactly: an
  /// unshared station with two upstreams, or a shared cut-through station right behind one without latency.
  std::uint32_t find(std::int32_t source, std::int32_t destination) {
    const Recent& recent = turn_to(source, destination);
    return recent.route != kNone ? recent.route : route(recent.pair);
  }
  /// Of a pair that is known.
  std::uint32_t route(std::uint32_t pair) {
    const std::uint32_t known = pairs_[pair].route;
    return known != kNone ? known : add(pair);
  }
  /// The number of a pair, and the station where its way begins; the rest of the way need not be known yet.
  struct Start {
    std::uint32_t pair;
    std::uint32_t station;
  };
  /// Counts what is sent from one endpoint to another.
  Start count(std::int32_t source, std::int32_t destination, Bytes payload) {
    Recent& recent = turn_to(source, destination);
    recent.sent += payload;
    return {recent.pair, recent.first};
  }
  [[nodiscard]] const RoutePair& ends(std::uint32_t pair) const { return pairs_[pair]; }
  [[nodiscard]] Hop hop(std::uint32_t index) const { return hops_[index].hop(); }
  [[nodiscard]] std::uint32_t station(std::uint32_t hop) const { return hops_[hop].station(); }
  /// Asks for the memory of a hop and the next ones: they will be wanted soon.
  void prefetch(std::uint32_t index) const { __builtin_prefetch(&hops_[index]); }
  void prefetch_pair(std::uint32_t pair) const { __builtin_prefetch(&pairs_[pair], 1); }
  [[nodiscard]] std::size_t hops() const { return hops_.size(); }  ///< of all routes together
  [[nodiscard]] const Blocks<LaneEnds>& lanes() const { return lanes_; }
  [[nodiscard]] std::vector<RoutePair> pairs() const;  ///< in the order of their first use

 private:
  struct Recent {
    std::int32_t destination = -1;
    std::uint32_t pair = 0;
    std::uint32_t first = 0;
    std::uint32_t route = kNone;
    Bytes sent;  ///< not yet counted with the pair
  };
  Recent& turn_to(std::int32_t source, std::int32_t destination) {
    Recent& recent = recent_[static_cast<std::size_t>(source)];
    if (recent.destination != destination) {
      turn(recent, source, destination);
    }
    return recent;
  }
  void turn(Recent& recent, std::int32_t source, std::int32_t destination);
  std::uint32_t find_pair(std::int32_t source, std::int32_t destination);
  [[nodiscard]] Path path(std::int32_t source, std::int32_t destination) const;
  [[nodiscard]] bool shared(StationId station) const {
    return upstream_[static_cast<std::size_t>(station)].number != kNone;
  }
  std::uint32_t add(std::uint32_t pair);
  std::uint32_t lane(std::int32_t from, std::uint32_t to);
  std::uint32_t only_lane(std::int32_t from, std::uint32_t to);
  std::uint32_t add_lane(std::int32_t from, std::uint32_t to);
  [[nodiscard]] std::size_t row(std::int32_t from) const {
    return static_cast<std::size_t>(from < 0 ? -1 - from : network_.endpoints + from);
  }
  void check_latency(std::int32_t from, std::uint32_t to) const;

  const Network& network_;
  std::vector<HopCell, queue::LineAllocator<HopCell>> hops_;  ///< eight to a line
  Blocks<LaneEnds> lanes_;
  Blocks<RoutePair> pairs_;
  std::vector<Recent> recent_;  ///< per source: the pair asked for last
  /// What reaches a station.
  struct Upstream {
    std::uint32_t number = kNone;  ///< among the shared stations; kNone: the station is not shared, and
    std::uint32_t lane = kNone;    ///< reached by this one only, if by any,
    std::int32_t from = 0;         ///< from here
  };
  std::vector<Upstream> upstream_;  ///< per station
  PairTable pair_ids_;              ///< by source, then destination
  PairTable lane_ids_;              ///< by row of where it begins, then number of the shared station where it ends
};

}  // namespace sealring::fabric
