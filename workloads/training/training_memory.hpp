// What training a model takes of a GPU's memory, part by part, and the batch that fits.
#pragma once

#include <string>
#include <vector>

#include "workloads/training/ddp_spec.hpp"
#include "workloads/training/model.hpp"

namespace sealring::training {

struct MemoryPart {
  std::string name;
  Bytes bytes;
};

/// The GPU's side of the account.
struct MemoryBudget {
  Bytes capacity;
  Bytes context;  ///< driver context, libraries, communicator buffers
  Bytes reserve;  ///< what the protected region's bookkeeping takes away
  Bytes staging;  ///< slots outside the protected region
};

/// Models:  the high-water mark at the start of backward: weights, their narrow copies under autocast, gradients,
/// bucket
///          copies, optimiser state, everything kept for backward, the largest gradient beside it, and the budget's own
///          parts.
/// Ignores: fragmentation, workspace of convolution libraries, the optimiser's temporary (activations are free by
/// then).
std::vector<MemoryPart> training_memory(const Model& model,
                                        const DdpSpec& spec,
                                        const MemoryBudget& budget,
                                        std::int64_t batch);
Bytes total(const std::vector<MemoryPart>& parts);

/// The largest power of two that fits. Throws config::BadInput, with the sum part by part, when one sample does not.
std::int64_t natural_batch(const Model& model, const DdpSpec& spec, const MemoryBudget& budget);

/// The given batch, or the natural one when it is 0. Throws config::BadInput when it does not fit.
std::int64_t chosen_batch(const Model& model, const DdpSpec& spec, const MemoryBudget& budget);

}  // namespace sealring::training
