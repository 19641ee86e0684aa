// The measures of rows that are of sweeps.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "studies/validate/sweep.hpp"

namespace sealring::studies {

enum class SweepPart { kLarge, kSmall };

/// The sizes of the part that count.
std::vector<MeasuredSize> sizes_of(const Sweep& sweep, SweepPart part);

/// Value: bus bandwidth at the largest size of the part. Error: median of the absolute errors of its times.
std::unique_ptr<Measure> measure_part(const std::shared_ptr<const Sweep>& sweep, SweepPart part);

/// A bound over the large sizes of all held-out sweeps of a class.
struct ClassBoundRow {
  std::string key;
  std::string summary;
  double (*value)(const ErrorSummary& errors);
};

const std::vector<ClassBoundRow>& class_bounds();

/// Those with a band that no constant was fitted to.
std::vector<std::shared_ptr<const Sweep>> scored_held_out(const std::vector<std::shared_ptr<const Sweep>>& sweeps,
                                                          const std::string& in_class);

/// Value and error: the bound, in percent.
std::unique_ptr<Measure> measure_class(const std::vector<std::shared_ptr<const Sweep>>& members,
                                       const ClassBoundRow& bound);

/// The sizes of the part, also the one that the floor was taken from.
std::vector<ComparedSize> compared_part(const Sweep& sweep, SweepPart part, PointRunner& runner);

}  // namespace sealring::studies
