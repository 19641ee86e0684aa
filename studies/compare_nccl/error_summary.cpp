#include "studies/compare_nccl/error_summary.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace sealring::studies {
namespace {

constexpr Bytes kSignedFrom = mebibytes(2);
constexpr Bytes kSignedTo = mebibytes(128);

}  // namespace

double quantile(std::vector<double> values, double fraction) {
  if (values.empty()) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  std::sort(values.begin(), values.end());
  const double rank = fraction * static_cast<double>(values.size() - 1);
  const auto low = static_cast<std::size_t>(rank);
  const std::size_t high = std::min(low + 1, values.size() - 1);
  return values[low] + (rank - static_cast<double>(low)) * (values[high] - values[low]);
}

ErrorSummary summarize(const std::vector<ComparedSize>& sizes) {
  std::vector<double> errors;
  double sum = 0;
  int summed = 0;
  for (const ComparedSize& s : sizes) {
    if (!s.counted) {
      continue;
    }
    errors.push_back(std::abs(s.error_pct()));
    if (s.size >= kSignedFrom && s.size <= kSignedTo) {
      sum += s.error_pct();
      ++summed;
    }
  }
  ErrorSummary summary;
  summary.sizes = errors.size();
  summary.median_pct = quantile(errors, 0.5);
  summary.p90_pct = quantile(errors, 0.9);
  summary.worst_pct = quantile(errors, 1);
  summary.signed_pct = summed > 0 ? sum / summed : std::numeric_limits<double>::quiet_NaN();
  return summary;
}

std::vector<ComparedSize> between(const std::vector<ComparedSize>& sizes, Bytes from, Bytes below) {
  std::vector<ComparedSize> part;
  std::copy_if(sizes.begin(), sizes.end(), std::back_inserter(part), [&](const ComparedSize& s) {
    return s.size >= from && s.size < below;
  });
  return part;
}

}  // namespace sealring::studies
