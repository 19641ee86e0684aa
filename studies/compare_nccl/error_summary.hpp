// How far a simulated sweep lies from a measured one.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "sim/units/units.hpp"

namespace sealring::studies {

/// One size, measured and simulated.
struct ComparedSize {
  Bytes size;
  double measured_us = 0;
  double simulated_us = 0;  ///< not below the launch floor of the site
  bool in_place = false;    ///< which timing of the measurement it is
  bool counted = true;      ///< false where the floor was taken from this size
  /// Of the time, in percent: positive where the simulation is slower.
  [[nodiscard]] double error_pct() const { return 100 * (simulated_us - measured_us) / measured_us; }
};

/// Of the absolute errors of the counted sizes, in percent; the signed mean is of those from 2 to 128 MiB, where
/// bandwidth and latency both matter and a bias of one of them shows. Not a number where there is no such size.
struct ErrorSummary {
  std::size_t sizes = 0;
  double median_pct = std::numeric_limits<double>::quiet_NaN();
  double p90_pct = std::numeric_limits<double>::quiet_NaN();
  double worst_pct = std::numeric_limits<double>::quiet_NaN();
  double signed_pct = std::numeric_limits<double>::quiet_NaN();
};

ErrorSummary summarize(const std::vector<ComparedSize>& sizes);

/// The sizes from `from` on and below `below`.
std::vector<ComparedSize> between(const std::vector<ComparedSize>& sizes, Bytes from, Bytes below);

/// Between the two nearest ranks in proportion; of nothing, not a number.
double quantile(std::vector<double> values, double fraction);

/// Small sizes show latencies, large ones bandwidths.
inline constexpr Bytes kLargeFrom = mebibytes(1);

}  // namespace sealring::studies
