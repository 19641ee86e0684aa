// How many GPUs of how many nodes take part, as settings of a run.
#pragma once

#include "models/machine/machine_spec.hpp"
#include "studies/points/points.hpp"

namespace sealring::studies {

struct JobLayout {
  int nodes = 0;          ///< scale-up domains: nodes, or racks of machines that have those; 0: as the machine has
  int gpus_per_node = 0;  ///< of each; 0: all
};

/// `word`: what the machine calls its domains, "nodes" or "racks".
Point with_layout(const Point& base, const JobLayout& layout, const std::string& word);

/// The machine of a point. Throws config::BadInput.
machine::MachineSpec machine_of(const Point& point);

}  // namespace sealring::studies
