// What one optimiser step costs in memory, traffic and launches.
#pragma once

#include <vector>

#include "workloads/training/catalog.hpp"
#include "workloads/training/model.hpp"

namespace sealring::training {

struct OptimizerWork {
  Bytes traffic;
  int launches = 0;
};

/// State per parameter: AdamW keeps two values, SGD with momentum one, each of the parameter's width.
Bytes optimizer_state(Optimizer optimizer, std::int64_t parameters, int parameter_bytes);

/// Models:  the multi-tensor ("foreach") implementations, one pass over all tensors per arithmetic step. AdamW: decay,
///          first moment, second moment in two steps, root, correction, epsilon, update. SGD: decay, momentum in two
///          steps, update. Fused AdamW is a single pass. A pass is cut into launches of at most 320 chunks of 65,536
///          elements and of a number of tensors that falls with the count of lists it touches.
/// Ignores: step counters; cache hits between passes.
/// Source:  torch/optim/adamw.py, sgd.py (foreach) and aten/src/ATen/native/cuda/MultiTensorApply.cuh.
OptimizerWork optimizer_work(Optimizer optimizer, const std::vector<Tensor>& tensors, int parameter_bytes);

}  // namespace sealring::training
