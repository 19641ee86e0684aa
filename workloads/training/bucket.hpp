// Gradient buckets as PyTorch's DistributedDataParallel forms them from its second iteration on.
#pragma once

#include <optional>
#include <vector>

#include "workloads/training/model.hpp"

namespace sealring::training {

inline constexpr Bytes kDefaultBucketCap = mebibytes(25);
inline constexpr Bytes kDefaultFirstBucket = mebibytes(1);

struct Bucket {
  int first = 0;  ///< index of its first tensor in gradient-ready order
  int count = 0;  ///< tensors
  Bytes bytes;
};

/// A bucket closes with the tensor that brings it to its cap, so a large tensor overshoots it. With the cap left at its
/// default the first bucket closes at 1 MiB; an explicit cap, even of the same 25 MiB, counts for the first one too.
/// Source: torch/csrc/distributed/c10d/reducer.cpp (compute_bucket_assignment_by_size) and nn/parallel/distributed.py.
std::vector<Bucket> make_buckets(const std::vector<Tensor>& tensors, std::optional<Bytes> cap, int bytes_per_element);

}  // namespace sealring::training
