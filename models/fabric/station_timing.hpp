// How long one slice keeps one station busy.
#pragma once

#include <cstdint>

#include "models/fabric/network.hpp"
#include "sim/units/units.hpp"

namespace sealring::fabric {

/// What a slice of some payload costs at a station.
struct Service {
  Duration occupancy;  ///< at least 1 fs, so that a station never starts two slices at one instant
  WireBytes wire;
};

/// Models: serialisation of payload and packet headers at the station's rate (rounded up), plus a fixed cost per slice:
///         the nominal time, which a PaceClock stretches or shrinks where the station has a pace.
/// Ignores: gaps between packets, clock crossings, retransmission.
/// Source: arithmetic of the spec; every engine uses this function and no other.
[[nodiscard]] Service service(const StationSpec& station, Bytes payload);

/// How a message is cut: `count - 1` full slices and one of `last` bytes. A message of no bytes is one empty slice.
struct Cut {
  std::int64_t count = 1;
  Bytes last;
};
[[nodiscard]] Cut cut(Bytes message, Bytes slice);

/// Throws std::invalid_argument with the first station that no engine could serve (rate, times or slots below their
/// range).
void check_network(const Network& network);

}  // namespace sealring::fabric
