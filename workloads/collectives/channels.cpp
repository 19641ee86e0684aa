#include "workloads/collectives/channels.hpp"

#include <algorithm>

namespace sealring::collectives {
namespace {

// The speeds that the library tries for a ring through adapters of 25, 50 and 100 GB/s are 24, 48 and 96. Source: the
// tables of NCCL's search.
constexpr double kRingPerAdapter = 0.96;
// Bytes per second of a ring. Source: NCCL's duplication of channels.
constexpr double kWorthDoubling = 25e9;
constexpr double kAlwaysDoubled = 50e9;

/// A ring is found twice, at half of the speed, when it is fast and the rings are few.
bool doubled(const gpu::TuningSpec& tuning, int rings, double rate) {
  return rate >= kWorthDoubling && (rate >= kAlwaysDoubled || rings <= tuning.doubled_rings);
}

}  // namespace

Channels channels_of(const gpu::CommunicationSpec& spec, const JobShape& shape) {
  if (shape.nodes() == 1 || shape.adapter_rate.count() <= 0) {
    return {spec.channels, std::max(1, spec.channels / 2), spec.tuning.bus};
  }
  // A full kernel has no more thread blocks than inside a node.
  constexpr int kFewRings = 8;
  const int most = std::max(2, spec.channels);
  const double rate = kRingPerAdapter * shape.adapter_rate.count();
  const int rings = std::clamp(shape.adapters, 1, most / 2);
  Channels channels;
  channels.searched = doubled(spec.tuning, rings, rate) ? std::min(2 * rings, most / 2) : rings;
  channels.open = 2 * channels.searched;
  // Fast rings that the search did not double get four channels each, as long as they are fewer than eight.
  if (channels.searched == rings && rings < kFewRings && rate > kWorthDoubling) {
    channels.open = std::min(4 * rings, most);
  }
  const Bandwidth through_adapters(rate * rings);
  // Adapters that outnumber the rings carry more than the links inside: these bound what the search finds.
  channels.bus = shape.adapters > rings ? std::min(through_adapters, spec.tuning.bus) : through_adapters;
  return channels;
}

}  // namespace sealring::collectives
