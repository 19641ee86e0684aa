// The workload `trace`: replays recorded operations.
#pragma once

#include "workloads/workload.hpp"

namespace sealring::traces {

std::unique_ptr<workloads::Workload> read_trace_workload(config::Reader section, const workloads::ReadContext& context);

}  // namespace sealring::traces
