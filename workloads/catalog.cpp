#include "workloads/collectives/collective_workload.hpp"
#include "workloads/traces/trace_workload.hpp"
#include "workloads/training/ddp_workload.hpp"
#include "workloads/workload.hpp"

namespace sealring::workloads {

const std::vector<WorkloadRow>& workload_catalog() {
  static const std::vector<WorkloadRow> rows{
      {"ddp",
       "a PyTorch DistributedDataParallel training iteration of a model of the zoo",
       training::read_ddp_workload},
      {"collective", "the same collective over and over", collectives::read_collective_workload},
      {"trace", "the recorded operations of a run, on any machine and profile", traces::read_trace_workload},
  };
  return rows;
}

}  // namespace sealring::workloads
