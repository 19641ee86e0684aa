// The workload `ddp`: data-parallel training of a model of the zoo.
#pragma once

#include "workloads/workload.hpp"

namespace sealring::training {

std::unique_ptr<workloads::Workload> read_ddp_workload(config::Reader section, const workloads::ReadContext& context);

}  // namespace sealring::training
