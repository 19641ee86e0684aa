// Small latency differences between instances that are alike, the same in every run.
#pragma once

#include <cstdint>
#include <string_view>

#include "sim/units/units.hpp"

namespace sealring::link {

/// Draws depend on the seed and the instance's name only, so adding an instance shifts no other.
struct LatencyJitter {
  std::uint64_t seed = 0;
  Duration largest;  ///< zero: none
  /// Uniform in [0, largest].
  [[nodiscard]] Duration of(std::string_view instance) const;
};

}  // namespace sealring::link
