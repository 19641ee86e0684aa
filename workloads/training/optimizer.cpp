#include "workloads/training/optimizer.hpp"

#include <algorithm>
#include <stdexcept>

namespace sealring::training {

namespace {

/// One arithmetic step over all tensors: how many lists it reads and writes, and how many distinct ones it touches.
struct Pass {
  int reads = 0;
  int writes = 0;
  int lists = 0;
};

const std::vector<Pass>& passes(Optimizer optimizer) {
  static const std::vector<Pass> kAdamW = {
      {1, 1, 1},  // parameter *= 1 - rate x decay
      {2, 1, 2},  // first moment: blend with the gradient
      {1, 1, 1},  // second moment *= beta
      {2, 1, 2},  // second moment += gradient squared
      {1, 1, 2},  // root of it, into a temporary
      {1, 1, 1},  // bias correction
      {1, 1, 1},  // + epsilon
      {3, 1, 3},  // parameter update
  };
  static const std::vector<Pass> kSgd = {
      {2, 1, 3},  // gradient + decay x parameter, into a temporary
      {1, 1, 1},  // momentum *= factor
      {2, 1, 2},  // momentum += gradient
      {2, 1, 2},  // parameter update
  };
  static const std::vector<Pass> kAdamWFused = {
      {4, 3, 4}};  // reads parameter, gradient, moments; writes all but the gradient
  switch (optimizer) {
    case Optimizer::kAdamW: return kAdamW;
    case Optimizer::kAdamWFused: return kAdamWFused;
    case Optimizer::kSgd: return kSgd;
    case Optimizer::kFamilyDefault: break;
  }
  throw std::logic_error("the optimiser is not resolved");
}

std::int64_t rounded_up(std::int64_t value, std::int64_t unit) { return (value + unit - 1) / unit; }

int launches_of(const Pass& pass, std::int64_t tensors, std::int64_t chunks) {
  constexpr std::int64_t kChunksPerLaunch = 320;
  constexpr std::int64_t kTensorsPerLaunch[] = {110, 64, 48, 36, 30};  // by number of lists
  const std::int64_t by_tensors = rounded_up(tensors, kTensorsPerLaunch[pass.lists - 1]);
  return static_cast<int>(std::max(by_tensors, rounded_up(chunks, kChunksPerLaunch)));
}

}  // namespace

Bytes optimizer_state(Optimizer optimizer, std::int64_t parameters, int parameter_bytes) {
  const std::int64_t values = optimizer == Optimizer::kSgd ? 1 : 2;
  return Bytes(values * parameters * parameter_bytes);
}

OptimizerWork optimizer_work(Optimizer optimizer, const std::vector<Tensor>& tensors, int parameter_bytes) {
  constexpr std::int64_t kChunk = 65'536;
  std::int64_t parameters = 0;
  std::int64_t chunks = 0;
  for (const auto& tensor : tensors) {
    parameters += tensor.numel;
    chunks += rounded_up(tensor.numel, kChunk);
  }
  OptimizerWork work;
  for (const auto& pass : passes(optimizer)) {
    work.traffic += Bytes((pass.reads + pass.writes) * parameters * parameter_bytes);
    work.launches += launches_of(pass, static_cast<std::int64_t>(tensors.size()), chunks);
  }
  return work;
}

}  // namespace sealring::training
