// The paths that are in use, compact, found once per pair of endpoints.
#pragma once

#include <cstdint>
#include <vector>

#include "models/fabric/network.hpp"
#include "sim/queue/event_queue.hpp"

namespace sealring::fabric {

/// Open addressing from 64-bit keys to 32-bit values. Neighbouring keys, which are often asked for one after the other,
/// share a cache line. Never iterated, so its order reaches no result.
class PairTable {
 public:
  static constexpr std::uint32_t kMissing = 0xFFFFFFFFU;
  [[nodiscard]] std::uint32_t find(std::uint64_t key) const;
  void insert(std::uint64_t key, std::uint32_t value);  ///< the key must be missing

 private:
  struct Cell {
    std::uint64_t key = 0;
    std::uint32_t value = kMissing;
  };
  [[nodiscard]] std::size_t home(std::uint64_t key) const;
  void grow();
  std::vector<Cell, queue::LineAllocator<Cell>> cells_;
  std::size_t used_ = 0;
};

/// One station of a route, and what the engines ask about its neighbours.
struct Hop {
  std::uint32_t station = 0;
  std::uint32_t lane = 0;    ///< by which slices come
  std::uint32_t before = 0;  ///< the station before; meaningless where `first`
  bool shared = false;       ///< the station
  bool first = false;
  bool last = false;
  bool next_is_shared = false;  ///< the next station; false where `last`
};

/// Everything that goes from one station (or source) straight to another; first in, first out.
struct LaneEnds {
  std::int32_t from;  ///< a station, or -1 - endpoint for a source
  std::uint32_t to;
};

/// Endpoints that a route was asked for, and what was sent on it.
struct RoutePair {
  std::int32_t source = 0;
  std::int32_t destination = 0;
  std::uint32_t route = 0;
  Bytes sent;
};

/// Routes are numbered by their first hop; the hops of a route follow each other.
class Routes {
 public:
  explicit Routes(const Network& network);
  /// Asks the router the first time. Throws std::logic_error for a path that the engines could not serve exactly: an
  /// unshared station with two upstreams, or a shared cut-through station right behind one without latency.
  std::uint32_t find(std::int32_t source, std::int32_t destination) {
    const auto& recent = recent_[static_cast<std::size_t>(source)];
    return recent.destination == destination ? recent.route : find_other(source, destination);
  }
  /// Counts what is sent on the route that was found last for this source.
  void count(std::int32_t source, Bytes payload) { recent_[static_cast<std::size_t>(source)].sent += payload; }
  [[nodiscard]] Hop hop(std::uint32_t index) const { return hops_[index]; }
  /// Asks for the memory of a hop and the next ones: they will be wanted soon.
  void prefetch(std::uint32_t index) const { __builtin_prefetch(&hops_[index]); }
  [[nodiscard]] std::size_t hops() const { return hops_.size(); }  ///< of all routes together
  [[nodiscard]] const std::vector<LaneEnds>& lanes() const { return lanes_; }
  [[nodiscard]] std::vector<RoutePair> pairs() const;  ///< in the order of their first use

 private:
  struct Recent {
    std::int32_t destination = -1;
    std::uint32_t route = 0;
    std::uint32_t pair = 0;
    Bytes sent;  ///< not yet counted with the pair
  };
  std::uint32_t find_other(std::int32_t source, std::int32_t destination);
  std::uint32_t add(std::int32_t source, std::int32_t destination);
  std::uint32_t lane(std::int32_t from, std::uint32_t to);
  void check_step(std::int32_t from, std::uint32_t to) const;

  const Network& network_;
  std::vector<Hop, queue::LineAllocator<Hop>> hops_;  ///< four to a line
  std::vector<LaneEnds> lanes_;
  std::vector<RoutePair> pairs_;
  std::vector<Recent> recent_;           ///< per source: the pair asked for last
  std::vector<std::uint32_t> lanes_in_;  ///< per station
  PairTable pair_ids_;
  PairTable lane_ids_;
};

}  // namespace sealring::fabric
