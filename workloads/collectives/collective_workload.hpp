// The workload `collective`: the same collective over and over, as nccl-tests runs it.
#pragma once

#include "workloads/workload.hpp"

namespace sealring::collectives {

std::unique_ptr<workloads::Workload> read_collective_workload(config::Reader section,
                                                              const workloads::ReadContext& context);

}  // namespace sealring::collectives
