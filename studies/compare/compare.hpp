// The same scenario under several profiles or machines: times, slowdowns, where the time goes, and what would remove
// it.
#pragma once

#include <string>
#include <vector>

#include "sim/config/reader.hpp"
#include "sim/stats/result.hpp"
#include "studies/points/points.hpp"

namespace sealring::studies {

struct CompareRequest {
  std::string scenario;
  std::vector<std::string> machines;  ///< empty: the scenario's
  std::vector<std::string> profiles;  ///< empty: off and the scenario's
  std::vector<config::Override> overrides;
};

/// Tables `arms` (slowdown over the first profile on the same machine), `breakdown` (critical path, parts add up) and
/// `ceilings` (each by simulating the sealed arm with that cost removed, over the plain baseline and over the baseline
/// with the same cost removed). Throws config::BadInput before anything runs.
stats::Result compare(const CompareRequest& request, PointRunner& runner);

}  // namespace sealring::studies
