#include "models/link/jitter.hpp"

#include "models/fabric/seeded.hpp"

namespace sealring::link {

Duration LatencyJitter::of(std::string_view instance) const {
  if (largest.count() <= 0) {
    return {};
  }
  const std::uint64_t draw = fabric::seed_of(seed, instance);
  return Duration(static_cast<std::int64_t>(draw % (static_cast<std::uint64_t>(largest.count()) + 1)));
}

}  // namespace sealring::link
