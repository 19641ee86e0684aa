// Slowdown over bucket_cap_mb. Caps whose buckets cost the same are one point.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "studies/validate/measure.hpp"

namespace sealring::studies {

/// What makes two bucket layouts different. A message of a sub-step is a bucket over the ranks, and its MAC takes one
/// round of chains per `round` bytes begun. Layouts with as many buckets and as many rounds cost the same but for where
/// in the backward pass their last buckets end; a larger cap moves that end later, so the first layout of a class is
/// its cheapest.
struct LayoutClass {
  int ranks = 1;
  Bytes round = Bytes::max();
};

/// The smallest cap of each class of bucket layouts between two caps, ascending, in whole MiB.
std::vector<Bytes> distinct_caps(const std::string& model, Bytes from, Bytes to, const LayoutClass& kind);

struct CapCrossing {
  Point sealed;
  Point baseline;
  std::string model;
  double target = 0;
  Bytes from;  ///< the crossing must lie between these caps, not at the first
  Bytes to;
  int lanes = 0;              ///< printed for half, once and twice as many
  std::string lanes_setting;  ///< dotted path of the number of lanes
};

std::unique_ptr<Measure> make_cap_crossing(const CapCrossing& crossing);

}  // namespace sealring::studies
