#include "studies/nccl_tests/job_layout.hpp"

#include "studies/scenario/data_folder.hpp"
#include "studies/scenario/scenario.hpp"

namespace sealring::studies {

Point with_layout(const Point& base, const JobLayout& layout, const std::string& word) {
  Point point = base;
  if (layout.nodes > 0) {
    point = point.with("machine." + word, std::to_string(layout.nodes));
  }
  if (layout.gpus_per_node > 0) {
    point = point.with(layout.nodes == 1 ? "ranks" : "gpus_per_node", std::to_string(layout.gpus_per_node));
  }
  return point;
}

machine::MachineSpec machine_of(const Point& point) {
  return load_scenario(scenario_source(point.scenario, point.all_overrides())).machine;
}

}  // namespace sealring::studies
