// Slowdown over bucket_cap_mb. Caps that give the same buckets are one point.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "studies/validate/measure.hpp"

namespace sealring::studies {

/// The smallest cap of each distinct bucket layout between two caps, ascending, in whole MiB.
std::vector<Bytes> distinct_caps(const std::string& model, Bytes from, Bytes to);

struct CapCrossing {
  Point sealed;
  Point baseline;
  std::string model;
  double target = 0;
  Bytes from;                  ///< the crossing must lie between these caps, not at the first
  Bytes to;
  int lanes = 0;               ///< printed for half, once and twice as many
  std::string lanes_setting;   ///< dotted path of the number of lanes
};

std::unique_ptr<Measure> make_cap_crossing(const CapCrossing& crossing);

}  // namespace sealring::studies
