// The executor's events on the queue.
#pragma once

#include <cstdint>

namespace sealring::collectives {

/// `detail` is a message for the first two, otherwise packed(slot of the session, rank or lane index).
enum What : std::uint32_t { kLastByte, kRotated, kStarted, kStepDone };

constexpr std::uint64_t packed(std::uint32_t slot, std::int32_t index) {
  return (std::uint64_t{slot} << 32U) | static_cast<std::uint32_t>(index);
}

}  // namespace sealring::collectives
