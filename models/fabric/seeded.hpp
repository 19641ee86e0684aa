// Seeded draws that are the same on every machine: integers only.
#pragma once

#include <cstdint>
#include <string_view>

namespace sealring::fabric {

/// What the splitmix64 generator adds to its state with every draw.
inline constexpr std::uint64_t kSplitmixStep = 0x9e3779b97f4a7c15ULL;

/// The output of the splitmix64 generator whose state is `state` before the draw.
constexpr std::uint64_t splitmix64(std::uint64_t state) {
  std::uint64_t z = state + kSplitmixStep;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31U);
}

/// A seed for one instance, from the seed of the run and the instance's name only: adding an instance shifts no other.
constexpr std::uint64_t seed_of(std::uint64_t seed, std::string_view instance) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;  // FNV-1a, 64 bit
  for (const char c : instance) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  }
  return splitmix64(splitmix64(seed) ^ hash);
}

}  // namespace sealring::fabric
