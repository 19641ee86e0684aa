#include "workloads/training/model.hpp"

#include <algorithm>

namespace sealring::training {

int ModelOptions::activation_bytes() const {
  switch (precision) {
    case host::Precision::kFp32:
    case host::Precision::kTf32: return 4;
    case host::Precision::kBf16:
    case host::Precision::kFp16: return 2;
    case host::Precision::kFp8:
    case host::Precision::kFp4: return 2;  // narrow formats feed the products only; activations are kept at 16 bit
  }
  return 4;
}

std::int64_t Model::parameters() const {
  std::int64_t sum = 0;
  for (const auto& tensor : tensors) {
    sum += tensor.numel;
  }
  return sum;
}

Flops Model::forward_flops_per_sample() const {
  Flops sum{0};
  for (const auto& layer : layers) {
    sum += layer.forward.flops_per_sample;
  }
  return sum;
}

Bytes Model::saved_per_sample() const {
  Bytes sum = input_per_sample;
  for (const auto& layer : layers) {
    sum += layer.saved_per_sample;
  }
  return sum;
}

Bytes Model::transient_per_sample() const {
  Bytes largest;
  for (const auto& layer : layers) {
    largest = std::max(largest, layer.transient_per_sample);
  }
  return largest;
}

}  // namespace sealring::training
