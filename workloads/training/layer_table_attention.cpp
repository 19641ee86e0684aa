// The attention rows of the layer table: three layers with a score matrix in memory, or one fused kernel.
#include "workloads/training/layer_table.hpp"

namespace sealring::training {

using host::ComputeKind;

namespace {

std::int64_t score_elements(const Attention& shape) { return shape.heads * shape.sequence * shape.sequence; }

// One of the two products of attention, all heads together: 2 s^2 h.
Flops product_flops(const Attention& shape) {
  const auto sequence = static_cast<double>(shape.sequence);
  return Flops(2.0 * sequence * sequence * static_cast<double>(shape.hidden));
}

}  // namespace

void LayerTable::attention(const std::string& prefix, const Attention& shape) {
  if (options_.fused_attention) {
    fused_attention(prefix, shape);
    return;
  }
  scores(prefix, shape);
  softmax(prefix, shape);
  context(prefix, shape);
}

// Queries and keys are made contiguous per head (two copies), then multiplied. Backward: two products, which read the
// gradient of the scores each, and two copies. Keeps queries and keys.
void LayerTable::scores(const std::string& prefix, const Attention& shape) {
  Layer& layer = add(prefix + ".scores", ComputeKind::kAttention);
  const std::int64_t matrix = score_elements(shape);
  const std::int64_t operands = shape.sequence * (shape.hidden + shape.kv_hidden);
  layer.forward.flops_per_sample = product_flops(shape);
  layer.backward.flops_per_sample = 2.0 * product_flops(shape);
  elementwise(layer, size() * (matrix + 3 * operands), size() * (2 * matrix + 4 * operands));
  layer.forward.launches = 3;
  layer.backward.launches = 4;
  layer.saved_per_sample = Bytes(size() * operands);
}

// Scale, mask, softmax, dropout: each reads and writes the matrix; dropout writes a mask of one byte. Backward the same
// in reverse, where softmax reads its kept output too. Keeps the softmax output and, with dropout, its output and mask.
void LayerTable::softmax(const std::string& prefix, const Attention& shape) {
  Layer& layer = add(prefix + ".softmax", ComputeKind::kElementwise);
  const std::int64_t matrix = score_elements(shape);
  const std::int64_t steps = shape.mask ? 3 : 2;
  const std::int64_t drop = shape.dropout ? 2 * size() + 1 : 0;
  elementwise(layer, (2 * steps * size() + drop) * matrix, ((2 * steps + 1) * size() + drop) * matrix);
  layer.forward.launches = layer.backward.launches = static_cast<int>(steps) + (shape.dropout ? 1 : 0);
  layer.saved_per_sample = Bytes((size() + (shape.dropout ? size() + 1 : 0)) * matrix);
  layer.transient_per_sample = Bytes(size() * matrix);
}

// Values are made contiguous, multiplied with the probabilities, and the heads are merged again. Keeps the values.
void LayerTable::context(const std::string& prefix, const Attention& shape) {
  Layer& layer = add(prefix + ".context", ComputeKind::kAttention);
  const std::int64_t matrix = score_elements(shape);
  const std::int64_t values = shape.sequence * shape.kv_hidden;
  const std::int64_t merged = shape.sequence * shape.hidden;
  layer.forward.flops_per_sample = product_flops(shape);
  layer.backward.flops_per_sample = 2.0 * product_flops(shape);
  elementwise(layer, size() * (matrix + 3 * values + 3 * merged), size() * (2 * matrix + 4 * values + 4 * merged));
  layer.forward.launches = 3;
  layer.backward.launches = 4;
  layer.saved_per_sample = Bytes(size() * values);
}

// Scores are never written; backward computes them again, so it does five products for forward's two. Keeps queries,
// keys, values and one 32-bit statistic per row and head (its output is kept by the projection that follows).
void LayerTable::fused_attention(const std::string& prefix, const Attention& shape) {
  Layer& layer = add(prefix + ".fused", ComputeKind::kAttention);
  const std::int64_t operands = shape.sequence * (shape.hidden + 2 * shape.kv_hidden);
  const std::int64_t output = shape.sequence * shape.hidden;
  layer.forward.flops_per_sample = 2.0 * product_flops(shape);
  layer.backward.flops_per_sample = 5.0 * product_flops(shape);
  elementwise(layer, size() * (operands + output), size() * (2 * operands + 2 * output));
  layer.backward.launches = 2;
  layer.saved_per_sample = Bytes(size() * operands + 4 * shape.heads * shape.sequence);
}

}  // namespace sealring::training
