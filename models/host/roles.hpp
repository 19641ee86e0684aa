// Who is who on the event queue and on a timeline: numbers that follow from ranks, never from construction order.
#pragma once

#include <cstdint>
#include <string>

namespace sealring::host {

/// A part of one rank. Streams take the rows from kFirstStream to kWire; those beyond the fifth share the last of them.
enum class Role : std::uint8_t {
  kThread = 0,       ///< the host thread that issues the program
  kCommThread = 1,   ///< the helper thread that submits the kernels of collectives
  kProcessor = 2,    ///< the SMs
  kCopyEngines = 3,  ///< of sealed GPU traffic
  kToDevice = 4,     ///< host copies, by direction
  kToHost = 5,
  kBouncePool = 6,
  kSendStaging = 7,
  kReceiveStaging = 8,
  kHostCores = 9,  ///< one per host, numbered by the host's first rank
  kFirstStream = 10,
  kWire = 15,  ///< messages that the rank has sent
};

inline constexpr std::int32_t kRolesPerRank = 16;
/// Handlers of the execution model are numbered from here; the fabric's are above.
inline constexpr std::uint32_t kExecutionInstances = 1u << 24;

/// Timeline row of a part of a rank.
constexpr std::int32_t track_of(std::int32_t rank, Role role) { return rank * kRolesPerRank + static_cast<int>(role); }
constexpr std::int32_t stream_track(std::int32_t rank, std::int32_t stream) {
  constexpr std::int32_t kRows = static_cast<int>(Role::kWire) - static_cast<int>(Role::kFirstStream);
  return track_of(rank, Role::kFirstStream) + (stream < kRows ? stream : kRows - 1);
}
/// Event-queue instance of a part of a rank.
constexpr std::uint32_t instance_of(std::int32_t rank, Role role) {
  return kExecutionInstances + static_cast<std::uint32_t>(track_of(rank, role));
}
/// "rank3.stream1", "rank0.comm_thread"; what a timeline shows.
std::string track_name(std::int32_t track);

}  // namespace sealring::host
