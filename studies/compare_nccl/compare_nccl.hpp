// Somebody's own output of nccl-tests beside what the simulation gives.
#pragma once

#include <string>
#include <vector>

#include "sim/stats/result.hpp"
#include "studies/compare_nccl/measured_sweep.hpp"

namespace sealring::studies {

struct CompareNcclRequest {
  std::string file;
  Point base;             ///< machine, profile and settings; the scenario is the shipped `collective`
  std::string op;         ///< empty: as the file says
  int ranks = 0;          ///< 0: as the file says
  int nodes = 0;          ///< 0: the hosts that the file names
  int gpus_per_node = 0;  ///< 0: the ranks over the nodes
  LaunchFloor floor;
};

/// What was read of the file, and what there is to say about it.
struct ReadSweep {
  MeasuredSweep sweep;
  std::vector<std::string> remarks;  ///< lines that were left out, "file:12: why", and what looks wrong
};

/// Throws config::BadInput when no line can be read, or when collective or ranks are neither in the file nor given.
ReadSweep read_measured_sweep(const CompareNcclRequest& request);

/// Table `sizes`, and `summary`: one row for all sizes, one for those below 1 MiB and one for the others.
stats::Result compare_nccl(const ReadSweep& read, PointRunner& runner);

}  // namespace sealring::studies
