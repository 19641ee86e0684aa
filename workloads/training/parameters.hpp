// Parameter tensors in registration order, as a framework lists them.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "workloads/training/model.hpp"

namespace sealring::training {

/// Collects tensors in registration order and turns them into gradient-ready order.
class Parameters {
 public:
  void add(const std::string& name, std::int64_t numel);
  void linear(const std::string& prefix, std::int64_t in, std::int64_t out, bool bias = true);
  void norm(const std::string& prefix, std::int64_t width, bool bias = true);
  void convolution(const std::string& prefix, std::int64_t in, std::int64_t out, std::int64_t kernel, bool bias);
  /// A tensor whose gradient is complete only after its second use, at the very end of backward.
  void tie(const std::string& name) { late_.push_back(name); }

  /// Reverse of registration, tied tensors last: approximates the order that a framework records in its first
  /// iteration.
  [[nodiscard]] std::vector<Tensor> gradient_order() const;

 private:
  [[nodiscard]] bool late(const std::string& name) const;
  std::vector<Tensor> tensors_;
  std::vector<std::string> late_;
};

/// Finds positions in gradient order by name.
class TensorIndex {
 public:
  explicit TensorIndex(const std::vector<Tensor>& tensors);
  /// The tensor itself, or its weight and bias ("p.weight", "p.bias", "p_weight", "p_bias") as far as they exist.
  [[nodiscard]] std::vector<int> of(const std::string& prefix) const;

 private:
  void append(const std::string& name, std::vector<int>& found) const;
  std::unordered_map<std::string, int> positions_;
};

}  // namespace sealring::training
