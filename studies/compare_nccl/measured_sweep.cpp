#include "studies/compare_nccl/measured_sweep.hpp"

#include <algorithm>

#include "sim/config/report.hpp"
#include "sim/units/text.hpp"
#include "workloads/collectives/catalog.hpp"

namespace sealring::studies {

LaunchFloor parse_floor(const std::string& text) {
  if (text == "auto") {
    return {LaunchFloor::Kind::kAuto, 0};
  }
  if (text == "none") {
    return {LaunchFloor::Kind::kNone, 0};
  }
  const Parsed<Duration> time = parse_duration(text);
  if (!time.value) {
    throw config::BadInput("a launch floor is auto, none or a time: " + time.error);
  }
  return {LaunchFloor::Kind::kGiven, to_seconds(*time.value) * 1e6};
}

std::vector<Point> MeasuredSweep::points() const {
  std::vector<Point> points;
  for (const MeasuredSize& s : sizes) {
    points.push_back(sized_point(base, op, s.size, s.place));
  }
  return points;
}

std::vector<MeasuredSize> measured_sizes(const std::vector<NcclRow>& rows) {
  std::vector<MeasuredSize> sizes;
  for (const NcclRow& row : rows) {
    if (row.size > Bytes(0)) {
      const bool out = row.out_of_place.has_value();
      const NcclTiming& timing = out ? *row.out_of_place : *row.in_place;
      sizes.push_back({row.size, timing.time_us, out ? Place::kOutOfPlace : Place::kInPlace});
    }
  }
  return sizes;
}

void set_floor(MeasuredSweep& sweep, const LaunchFloor& floor) {
  if (floor.kind == LaunchFloor::Kind::kGiven) {
    sweep.floor_us = floor.us;
  } else if (floor.kind == LaunchFloor::Kind::kAuto && !sweep.sizes.empty()) {
    const auto smallest =
        std::min_element(sweep.sizes.begin(), sweep.sizes.end(), [](const MeasuredSize& a, const MeasuredSize& b) {
          return a.size < b.size;
        });
    sweep.floor_us = smallest->time_us;
    sweep.floor_size = smallest->size;
  }
}

std::vector<ComparedSize> compare_sizes(const MeasuredSweep& sweep, PointRunner& runner) {
  const std::vector<Point> points = sweep.points();
  runner.run(points);
  std::vector<ComparedSize> compared;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const MeasuredSize& s = sweep.sizes[i];
    const double alone = runner(points[i]).iteration_seconds * 1e6;
    compared.push_back({s.size,
                        s.time_us,
                        std::max(alone, sweep.floor_us.value_or(0)),
                        s.place == Place::kInPlace,
                        s.size != sweep.floor_size});
  }
  return compared;
}

double busbw_of(const MeasuredSweep& sweep, Bytes size, double time_us) {
  return static_cast<double>(size.count()) / time_us / 1e3 * collectives::busbw_factor(sweep.op.kind, sweep.ranks);
}

}  // namespace sealring::studies
