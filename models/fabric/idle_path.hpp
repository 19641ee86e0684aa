// How long a message takes on an idle path: the recurrence of the slice engine for one message alone, with skipped
// periods.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "models/fabric/network.hpp"
#include "models/fabric/pace_clock.hpp"
#include "models/fabric/routes.hpp"
#include "sim/units/units.hpp"

namespace sealring::fabric {

/// When one message alone occupies the stations of its path, counted from its send instant.
struct IdleProfile {
  Duration total;                ///< to its delivery
  std::vector<Duration> starts;  ///< per station: its first slice starts
  std::vector<Duration> ends;    ///< per station: its last slice ends
};

/// Models:  slices through first-come-first-served stations with bounded buffers, one message, to the femtosecond.
/// Ignores: every other message.
/// Source:  start = max(arrival, end of the one before, release of the slot), end = max(start + occupancy, tail); where
/// every
///          station's pace has become constant, the recurrence is linear and is skipped up to the next change.
[[nodiscard]] IdleProfile idle_profile(const std::vector<const StationSpec*>& path, Bytes message, Bytes slice);

/// The same where some stations do not keep a constant speed: `clocks` holds the clock of each such station and moves
/// it on by the message, and null for the others; `last` is what the last slice takes at their nominal speed. Models:
/// as above, slice by slice. Ignores: every other message; nothing is skipped. Source:  the same recurrence; PaceClock.
[[nodiscard]] IdleProfile paced_profile(const std::vector<const StationSpec*>& path,
                                        Bytes message,
                                        Bytes slice,
                                        const std::vector<Duration>& last,
                                        const std::vector<PaceClock*>& clocks);

/// Profiles by shape of path (equal numbers, whatever the names) and bytes, all stations at their nominal speed.
class IdlePaths {
 public:
  explicit IdlePaths(const Network& network);
  [[nodiscard]] Duration time(const Routes& routes, std::uint32_t route, Bytes payload) {
    return profile(routes, route, payload).total;
  }
  [[nodiscard]] const IdleProfile& profile(const Routes& routes, std::uint32_t route, Bytes payload);

 private:
  /// What was asked for last, by shape of path: messages of a collective are nearly all alike, apart from empty ones.
  struct Recent {
    Bytes payload;
    const IdleProfile* profile = nullptr;
  };
  [[nodiscard]] std::uint32_t shape(const Routes& routes, std::uint32_t route);
  [[nodiscard]] const IdleProfile& find(const Routes& routes, std::uint32_t route, std::uint32_t shape, Bytes payload);

  const Network& network_;
  std::vector<std::uint32_t> kind_;  ///< per station: stations with equal numbers have one kind
  std::map<std::vector<std::uint32_t>, std::uint32_t> shapes_;
  std::vector<std::uint32_t> shape_of_route_;                  ///< by the route's number; kUnknown: not asked for yet
  std::vector<std::map<std::int64_t, IdleProfile>> profiles_;  ///< [shape], by payload
  std::vector<std::array<Recent, 2>> recent_;                  ///< [shape]: an empty message, any other
};

}  // namespace sealring::fabric
