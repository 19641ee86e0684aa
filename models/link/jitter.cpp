#include "models/link/jitter.hpp"

namespace sealring::link {
namespace {

// FNV-1a, 64 bit.
std::uint64_t hash(std::string_view text) {
  std::uint64_t value = 0xcbf29ce484222325ULL;
  for (const char c : text) {
    value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  }
  return value;
}

}  // namespace

std::uint64_t splitmix64(std::uint64_t state) {
  std::uint64_t z = state + 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

Duration LatencyJitter::of(std::string_view instance) const {
  if (largest.count() <= 0) {
    return {};
  }
  const std::uint64_t draw = splitmix64(splitmix64(seed) ^ hash(instance));
  return Duration(static_cast<std::int64_t>(draw % (static_cast<std::uint64_t>(largest.count()) + 1)));
}

}  // namespace sealring::link
