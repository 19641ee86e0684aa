// Builds the layer table of a model, one call per layer in forward order, from widths and counts alone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "workloads/training/model.hpp"
#include "workloads/training/parameters.hpp"

namespace sealring::training {

/// A matrix product of `rows` by `in` with `in` by `out`, per sample.
struct Product {
  std::int64_t rows = 0;
  std::int64_t in = 0;
  std::int64_t out = 0;
};

/// A square convolution on square images.
struct Convolution {
  std::int64_t in = 0;      ///< channels
  std::int64_t out = 0;     ///< channels
  std::int64_t kernel = 0;  ///< edge
  std::int64_t input = 0;   ///< edge of the input image
  std::int64_t output = 0;  ///< edge of the output image
  bool first = false;       ///< reads the input batch: keeps it, and needs no gradient for it
};

struct Attention {
  std::int64_t sequence = 0;
  std::int64_t hidden = 0;     ///< query width
  std::int64_t kv_hidden = 0;  ///< key or value width
  std::int64_t heads = 0;
  bool mask = false;  ///< a causal or padding mask is applied to the scores
  bool dropout = false;
};

/// Models:  multiply-adds of products and convolutions (2 m n k, 2 k^2 cin cout h w); backward does two such products,
/// one
///          for the input and one for the weights. HBM bytes: every kernel of an eager framework reads its operands and
///          writes its results once. Launches of the same kernels. Activations that are kept for backward; for a
///          transformer block at 16 bit they add up to s h (34 + 5 a s / h) bytes per sample.
/// Ignores: FLOPs of elementwise kernels (they are bound by bytes), cache hits between kernels, per-row statistics of
///          norms, skipping of masked halves, workspace of convolution libraries.
/// Source:  Korthikanti et al. 2022, arXiv 2205.05198, section 4.1, for the activations of transformers; kernels and
///          kept tensors of convolution nets as in eager PyTorch with in-place ReLU.
class LayerTable {
 public:
  LayerTable(const ModelOptions& options, const TensorIndex& index) : options_(options), index_(index) {}

  /// Keeps its input unless `keeps_input` is false (somebody else keeps the same tensor).
  void linear(const std::string& name, Product product, bool keeps_input = true);
  void norm(const std::string& name, std::int64_t rows, std::int64_t width);
  /// One read-write kernel forward and one backward; keeps its input.
  void activation(const std::string& name, std::int64_t elements);
  /// Two kept inputs and one output (gated MLP).
  void gated_activation(const std::string& name, std::int64_t elements);
  /// Sum with the residual stream, behind dropout if there is one (its mask is one byte per element).
  void residual(const std::string& name, std::int64_t elements, bool dropout);
  void dropout(const std::string& name, std::int64_t elements);
  /// Rotates queries and keys by position; keeps nothing, writes new ones.
  void rotary(const std::string& name, std::int64_t elements);
  void attention(const std::string& prefix, const Attention& shape);
  /// Look-up in tables that are summed; `tied` adds the second half of a shared gradient.
  void embedding(const std::vector<std::string>& tables, std::vector<std::int64_t> rows, Product lookup, bool tied);
  /// Adds learned positions and a class token.
  void positions(const std::string& name, const std::vector<std::string>& tensors, std::int64_t elements);
  void convolution(const std::string& name, const Convolution& shape);
  /// Batch norm keeps its input; ReLU runs in place and keeps its result.
  void batch_norm(const std::string& name, std::int64_t channels, std::int64_t elements, bool relu);
  /// Sum of two branches, then ReLU in place.
  void add_relu(const std::string& name, std::int64_t elements);
  void relu(const std::string& name, std::int64_t elements);
  void max_pool(const std::string& name, std::int64_t input, std::int64_t output, bool output_kept);
  void average_pool(const std::string& name, std::int64_t input, std::int64_t output);
  /// Cross entropy over `classes` for each of `rows`, in 32 bit.
  void loss(std::int64_t rows, std::int64_t classes);
  /// The last layer's gradients also complete these tensors.
  void completes(const std::string& tensor);

  [[nodiscard]] std::vector<Layer> take() { return std::move(layers_); }
  [[nodiscard]] BufferSet buffers() const { return buffers_; }

 private:
  Layer& add(const std::string& name, host::ComputeKind kind);
  void elementwise(Layer& layer, std::int64_t forward_bytes, std::int64_t backward_bytes) const;
  void weights(Layer& layer, std::int64_t numel, bool bias) const;
  void scores(const std::string& prefix, const Attention& shape);
  void softmax(const std::string& prefix, const Attention& shape);
  void context(const std::string& prefix, const Attention& shape);
  void fused_attention(const std::string& prefix, const Attention& shape);
  [[nodiscard]] std::int64_t size() const { return options_.activation_bytes(); }

  ModelOptions options_;
  const TensorIndex& index_;
  std::vector<Layer> layers_;
  BufferSet buffers_;
};

}  // namespace sealring::training
