#include "workloads/training/parameters.hpp"

#include <algorithm>

namespace sealring::training {

void Parameters::add(const std::string& name, std::int64_t numel) { tensors_.push_back({name, numel}); }

void Parameters::linear(const std::string& prefix, std::int64_t in, std::int64_t out, bool bias) {
  add(prefix + ".weight", in * out);
  if (bias) {
    add(prefix + ".bias", out);
  }
}

void Parameters::norm(const std::string& prefix, std::int64_t width, bool bias) {
  add(prefix + ".weight", width);
  if (bias) {
    add(prefix + ".bias", width);
  }
}

void Parameters::convolution(
    const std::string& prefix, std::int64_t in, std::int64_t out, std::int64_t kernel, bool bias) {
  add(prefix + ".weight", in * out * kernel * kernel);
  if (bias) {
    add(prefix + ".bias", out);
  }
}

bool Parameters::late(const std::string& name) const {
  return std::find(late_.begin(), late_.end(), name) != late_.end();
}

std::vector<Tensor> Parameters::gradient_order() const {
  std::vector<Tensor> order(tensors_.rbegin(), tensors_.rend());
  std::stable_partition(order.begin(), order.end(), [this](const Tensor& tensor) { return !late(tensor.name); });
  return order;
}

TensorIndex::TensorIndex(const std::vector<Tensor>& tensors) {
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    positions_[tensors[i].name] = static_cast<int>(i);
  }
}

void TensorIndex::append(const std::string& name, std::vector<int>& found) const {
  const auto at = positions_.find(name);
  if (at != positions_.end()) {
    found.push_back(at->second);
  }
}

std::vector<int> TensorIndex::of(const std::string& prefix) const {
  std::vector<int> found;
  for (const char* ending : {"", ".weight", "_weight", ".bias", "_bias"}) {
    append(prefix + ending, found);
  }
  return found;
}

}  // namespace sealring::training
