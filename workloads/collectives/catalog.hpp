// The list of collective algorithms.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "workloads/collectives/plan.hpp"

namespace sealring::collectives {

struct AlgorithmRow {
  std::string name;
  std::string summary;
  std::unique_ptr<Algorithm> (*make)();
};

const std::vector<AlgorithmRow>& algorithms();
std::vector<std::string> algorithm_names();
/// Throws config::BadInput naming the known algorithms.
std::unique_ptr<Algorithm> make_algorithm(const std::string& name);

/// The names nccl-tests users know: all_reduce, reduce_scatter, ...; in the order of CollectiveKind.
const std::vector<std::string>& collective_names();
/// Bus bandwidth over algorithm bandwidth. Source: nccl-tests, doc/PERFORMANCE.md.
double busbw_factor(CollectiveKind kind, int ranks);

}  // namespace sealring::collectives
