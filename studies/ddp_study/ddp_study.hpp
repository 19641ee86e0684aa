// The main job: what sealing costs the DDP suite, where the time goes, what the bucket cap does, and the same training
// on machines as they are shipped.
#pragma once

#include <string>
#include <vector>

#include "sim/stats/result.hpp"
#include "studies/compare/compare.hpp"
#include "studies/points/points.hpp"

namespace sealring::studies {

/// The same training on a machine and under a profile that exist.
struct Counterpart {
  std::string machine;
  std::string profile;
  std::string model;
  std::vector<int> batches;
};

/// What studies/ddp_study/*.yaml holds.
struct DdpStudy {
  Point base;  ///< scenario, machine and sealed profile of the suite
  std::vector<std::string> models;
  std::string curve_model;  ///< breakdown, ceilings and curve are of this one
  std::vector<Bytes> caps;  ///< beside the default cap
  std::vector<Counterpart> counterparts;
};

DdpStudy read_ddp_study(const std::string& file);

/// Tables suite, breakdown, ceilings, curve and counterpart. Runs what is not known yet.
stats::Result ddp_study(const DdpStudy& study, PointRunner& runner);

/// The curve as an SVG, slowdown over cap on logarithmic axes.
std::string curve_svg(const stats::Result& result);

}  // namespace sealring::studies
