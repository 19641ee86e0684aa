#include "workloads/training/layer_table.hpp"

#include <numeric>
#include <utility>

namespace sealring::training {

using host::ComputeKind;

Layer& LayerTable::add(const std::string& name, ComputeKind kind) {
  Layer layer;
  layer.name = name;
  layer.kind = kind;
  layer.forward.launches = 1;
  layer.backward.launches = 1;
  layer.tensors = index_.of(name);
  layers_.push_back(std::move(layer));
  return layers_.back();
}

void LayerTable::elementwise(Layer& layer, std::int64_t forward_bytes, std::int64_t backward_bytes) const {
  layer.forward.traffic_per_sample = Bytes(forward_bytes);
  layer.backward.traffic_per_sample = Bytes(backward_bytes);
}

// Forward reads the weights; backward reads them again for the input gradient and writes the weight gradient. Autocast
// adds a cast to the narrow type before (read wide, write narrow) and one back for the gradient, for each tensor.
void LayerTable::weights(Layer& layer, std::int64_t numel, bool bias) const {
  const std::int64_t narrow = size();
  const std::int64_t cast = options_.autocast() ? narrow + options_.parameter_bytes : 0;
  const int casts = options_.autocast() ? (bias ? 2 : 1) : 0;
  layer.forward.traffic_fixed = Bytes(numel * (narrow + cast));
  layer.backward.traffic_fixed = Bytes(numel * (2 * narrow + cast));
  layer.forward.launches += casts;
  layer.backward.launches += casts;
}

// Backward kernels: input gradient (reads dy, writes dx), weight gradient (reads x and dy), bias gradient (reads dy).
void LayerTable::linear(const std::string& name, Product product, bool keeps_input) {
  Layer& layer = add(name, ComputeKind::kMatmul);
  const bool bias = layer.tensors.size() > 1;
  const std::int64_t in = product.rows * product.in;
  const std::int64_t out = product.rows * product.out;
  const double flops = 2.0 * static_cast<double>(in) * static_cast<double>(product.out);
  layer.forward.flops_per_sample = Flops(flops);
  layer.backward.flops_per_sample = Flops(2 * flops);
  layer.backward.launches = bias ? 3 : 2;
  elementwise(layer, size() * (in + out), size() * (2 * in + (bias ? 3 : 2) * out));
  weights(layer, product.in * product.out, bias);
  layer.saved_per_sample = Bytes(keeps_input ? size() * in : 0);
}

// Forward reads x and writes y. Backward: one kernel reads x and dy and writes dx, one reads x and dy for scale and
// shift.
void LayerTable::norm(const std::string& name, std::int64_t rows, std::int64_t width) {
  Layer& layer = add(name, ComputeKind::kElementwise);
  const std::int64_t elements = rows * width;
  elementwise(layer, 2 * size() * elements, 5 * size() * elements);
  layer.backward.launches = 2;
  layer.saved_per_sample = Bytes(size() * elements);
}

void LayerTable::activation(const std::string& name, std::int64_t elements) {
  Layer& layer = add(name, ComputeKind::kElementwise);
  elementwise(layer, 2 * size() * elements, 3 * size() * elements);
  layer.saved_per_sample = Bytes(size() * elements);
}

// Activation of the gate, then its product with the other half: keeps gate, its activation, and the other half.
// Backward: product rule (reads dy, both factors; writes both), then the activation (reads 2, writes 1).
void LayerTable::gated_activation(const std::string& name, std::int64_t elements) {
  Layer& layer = add(name, ComputeKind::kElementwise);
  elementwise(layer, 5 * size() * elements, 9 * size() * elements);
  layer.forward.launches = 2;
  layer.backward.launches = 3;
  layer.saved_per_sample = Bytes(3 * size() * elements);
}

// Dropout reads, writes, and writes the mask; the sum reads two and writes one. Backward: dropout reads dy and the mask
// and writes; then the gradients of the two branches are summed.
void LayerTable::residual(const std::string& name, std::int64_t elements, bool dropout) {
  Layer& layer = add(name, ComputeKind::kElementwise);
  const std::int64_t drop = dropout ? 2 * size() + 1 : 0;
  elementwise(layer, (3 * size() + drop) * elements, (3 * size() + drop) * elements);
  layer.forward.launches = layer.backward.launches = dropout ? 2 : 1;
  layer.saved_per_sample = Bytes(dropout ? elements : 0);
}

void LayerTable::dropout(const std::string& name, std::int64_t elements) {
  Layer& layer = add(name, ComputeKind::kElementwise);
  elementwise(layer, (2 * size() + 1) * elements, (2 * size() + 1) * elements);
  layer.saved_per_sample = Bytes(elements);
}

// x cos + rotate(x) sin: rotate, two products, one sum (2 + 2 + 2 + 3 passes); backward mirrors it.
void LayerTable::rotary(const std::string& name, std::int64_t elements) {
  Layer& layer = add(name, ComputeKind::kElementwise);
  elementwise(layer, 9 * size() * elements, 9 * size() * elements);
  layer.forward.launches = layer.backward.launches = 8;  // four kernels for queries, four for keys
}

// Look-ups read and write one row per token and table, sums add them up. Backward: each table's gradient is cleared and
// the rows are added into it. A tied table then gets the gradient of the output projection added (read two, write one).
void LayerTable::embedding(const std::vector<std::string>& tables,
                           std::vector<std::int64_t> rows,
                           Product lookup,
                           bool tied) {
  Layer& layer = add("embeddings", ComputeKind::kElementwise);
  for (const auto& table : tables) {
    completes(table);
  }
  const auto count = static_cast<std::int64_t>(tables.size());
  const std::int64_t elements = lookup.rows * lookup.out;
  const std::int64_t entries = std::accumulate(rows.begin(), rows.end(), std::int64_t{0}) * lookup.out;
  const std::int64_t wide = options_.parameter_bytes;
  elementwise(
      layer, (count * (wide + size()) + 3 * (count - 1) * size()) * elements, count * (size() + 2 * wide) * elements);
  layer.backward.traffic_fixed = Bytes(wide * entries + (tied ? 3 * wide * rows.front() * lookup.out : 0));
  layer.forward.launches = static_cast<int>(2 * count - 1);
  layer.backward.launches = static_cast<int>(2 * count + (tied ? 1 : 0));
}

void LayerTable::positions(const std::string& name, const std::vector<std::string>& tensors, std::int64_t elements) {
  Layer& layer = add(name, ComputeKind::kElementwise);
  elementwise(layer, 5 * size() * elements, 2 * size() * elements);  // concatenate, then sum; backward reduces twice
  layer.forward.launches = layer.backward.launches = 2;
  for (const auto& tensor : tensors) {
    completes(tensor);
  }
}

// Logits are copied (shifted), log-softmax reads and writes them; backward writes the gradient of the loss, passes it
// through log-softmax (reads two, writes one) and undoes the shift. Kept: the log-softmax. At the start of backward the
// gradient of the logits stands beside everything that is kept.
void LayerTable::loss(std::int64_t rows, std::int64_t classes) {
  Layer& layer = add("loss", ComputeKind::kElementwise);
  constexpr std::int64_t kWide = 4;  // always 32 bit
  const std::int64_t logits = rows * classes;
  elementwise(layer, 4 * kWide * logits, 6 * kWide * logits);
  layer.forward.launches = 3;
  layer.backward.launches = 4;
  layer.saved_per_sample = Bytes(kWide * logits);
  layer.transient_per_sample = Bytes(kWide * logits);
}

void LayerTable::completes(const std::string& tensor) {
  for (const int found : index_.of(tensor)) {
    layers_.back().tensors.push_back(found);
  }
}

}  // namespace sealring::training
