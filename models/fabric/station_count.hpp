// What passed one station.
#pragma once

#include <cstdint>

#include "sim/units/units.hpp"

namespace sealring::fabric {

/// What passed one station since the start.
struct StationCount {
  Bytes received;  ///< handed to the station
  Bytes sent;      ///< payload whose service was fixed; equals `received` once nothing is under way
  WireBytes wire;  ///< with packet headers
  std::int64_t slices = 0;
  Duration busy;          ///< occupancy at its own rate; a cut-through station may be held longer by a slow input
  Duration longest_wait;  ///< from arrival to start
  std::int64_t longest_queue =
      0;  ///< slices that had arrived and not started, at the worst arrival; shared stations only
};

}  // namespace sealring::fabric
