// The workload `trace`: replays recorded operations.
#pragma once

#include "workloads/workload.hpp"

namespace sealring::traces {

/// A trace that a scenario names: relative to the scenario, else to the current folder.
std::string find_trace(const std::string& scenario, const std::string& file);

std::unique_ptr<workloads::Workload> read_trace_workload(config::Reader section, const workloads::ReadContext& context);

}  // namespace sealring::traces
