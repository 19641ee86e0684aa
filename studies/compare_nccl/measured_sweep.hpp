// A measured sweep and the runs it is held against.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "studies/compare_nccl/error_summary.hpp"
#include "studies/nccl_tests/operation.hpp"
#include "studies/nccl_tests/sized_point.hpp"
#include "studies/nccl_tests/table_file.hpp"

namespace sealring::studies {

/// The shortest time that the launches of a site allow, whatever the size. A property of where it was measured (driver,
/// host, one process or several), so it is read off the measurement and not simulated: no collective is faster than it,
/// and a longer one is not delayed by it.
struct LaunchFloor {
  enum class Kind { kAuto, kNone, kGiven };
  Kind kind = Kind::kAuto;  ///< kAuto: the time of the smallest size, which then says nothing about the simulation
  double us = 0;            ///< kGiven
};

/// "auto", "none" or a time with its unit. Throws config::BadInput.
LaunchFloor parse_floor(const std::string& text);

struct MeasuredSize {
  Bytes size;
  double time_us = 0;
  Place place = Place::kOutOfPlace;
};

struct MeasuredSweep {
  NcclOp op;
  int ranks = 0;
  Point base;                       ///< all settings but collective and size
  std::vector<MeasuredSize> sizes;  ///< those to be compared
  std::optional<double> floor_us;
  std::optional<Bytes> floor_size;  ///< the size that the floor was taken from
  [[nodiscard]] std::vector<Point> points() const;
};

/// Out of place where that was timed, else in place. A size of zero bytes is left out.
std::vector<MeasuredSize> measured_sizes(const std::vector<NcclRow>& rows);

/// Sets floor_us and floor_size from the sizes of the sweep.
void set_floor(MeasuredSweep& sweep, const LaunchFloor& floor);

/// In the order of the sweep. Runs what is not known yet.
std::vector<ComparedSize> compare_sizes(const MeasuredSweep& sweep, PointRunner& runner);

/// Bus bandwidth in GB/s (10^9) of a time.
double busbw_of(const MeasuredSweep& sweep, Bytes size, double time_us);

}  // namespace sealring::studies
