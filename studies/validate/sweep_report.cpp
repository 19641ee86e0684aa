#include "studies/report/svg_chart.hpp"
#include "studies/validate/sweep.hpp"

namespace sealring::studies {

stats::Table sweep_sizes(const std::vector<std::shared_ptr<const Sweep>>& sweeps, PointRunner& runner) {
  stats::Table table({{"file", ""},
                      {"kind", ""},
                      {"size", "B"},
                      {"place", ""},
                      {"counted", ""},
                      {"measured", "us"},
                      {"simulated", "us"},
                      {"error", "%"},
                      {"measured_busbw", "GB/s"},
                      {"simulated_busbw", "GB/s"}});
  for (const auto& sweep : sweeps) {
    for (const ComparedSize& s : compare_sizes(sweep->measured, runner)) {
      table.add({sweep->name,
                 kRowKinds[static_cast<std::size_t>(sweep->kind)],
                 s.size.count(),
                 std::string(s.in_place ? "in" : "out"),
                 s.counted,
                 s.measured_us,
                 s.simulated_us,
                 s.error_pct(),
                 busbw_of(sweep->measured, s.size, s.measured_us),
                 busbw_of(sweep->measured, s.size, s.simulated_us)});
    }
  }
  return table;
}

std::string sweep_svg(const Sweep& sweep, PointRunner& runner) {
  report::Series measured{"measured", {}};
  report::Series simulated{"simulated", {}};
  for (const ComparedSize& s : compare_sizes(sweep.measured, runner)) {
    const auto size = static_cast<double>(s.size.count());
    measured.points.push_back({size, s.measured_us});
    simulated.points.push_back({size, s.simulated_us});
  }
  report::Chart chart;
  chart.title = sweep.name + " (" + kRowKinds[static_cast<std::size_t>(sweep.kind)] + ")";
  chart.x = {"size", "", report::Scale::kBytes};
  chart.y = {"time", "us", report::Scale::kLog};
  chart.series = {measured, simulated};
  return report::to_svg(chart);
}

}  // namespace sealring::studies
