// The rows of convolution nets.
#include "workloads/training/layer_table.hpp"

namespace sealring::training {

using host::ComputeKind;

// The input is somebody's ReLU result, which that layer keeps; only the first convolution keeps the input batch, which
// the model counts once as its input. Backward as for a matrix product.
void LayerTable::convolution(const std::string& name, const Convolution& shape) {
  Layer& layer = add(name, ComputeKind::kConvolution);
  const bool bias = layer.tensors.size() > 1;
  const std::int64_t in = shape.in * shape.input * shape.input;
  const std::int64_t out = shape.out * shape.output * shape.output;
  const std::int64_t numel = shape.in * shape.out * shape.kernel * shape.kernel;
  const double flops = 2.0 * static_cast<double>(numel) * static_cast<double>(shape.output * shape.output);
  layer.forward.flops_per_sample = Flops(flops);
  layer.backward.flops_per_sample = Flops(shape.first ? flops : 2 * flops);
  const std::int64_t reduced = bias ? out : 0;
  const std::int64_t backward = in + out + reduced + (shape.first ? 0 : in + out);
  elementwise(layer, size() * (in + out), size() * backward);
  layer.backward.launches = (shape.first ? 1 : 2) + (bias ? 1 : 0);
  weights(layer, numel, bias);
}

// Forward: statistics read x, normalising reads x and writes y, the batch counter takes a launch; ReLU in place reads
// and writes. Backward: ReLU reads its result and dy and writes; batch norm reads x and dy twice and writes dx.
void LayerTable::batch_norm(const std::string& name, std::int64_t channels, std::int64_t elements, bool relu_follows) {
  Layer& layer = add(name, ComputeKind::kElementwise);
  const std::int64_t relu_forward = relu_follows ? 2 : 0;
  const std::int64_t relu_backward = relu_follows ? 3 : 0;
  elementwise(layer, (3 + relu_forward) * size() * elements, (5 + relu_backward) * size() * elements);
  layer.forward.launches = relu_follows ? 3 : 2;
  layer.backward.launches = relu_follows ? 2 : 1;
  layer.saved_per_sample = Bytes((relu_follows ? 2 : 1) * size() * elements);
  buffers_.reals += Bytes(2 * 4 * channels);
  buffers_.integers += Bytes(8);
  buffers_.count += 3;
}

// Sum reads two and writes one, ReLU in place reads and writes. Backward: ReLU, then the gradients of the two branches
// meet at the block's input (read two, write one).
void LayerTable::add_relu(const std::string& name, std::int64_t elements) {
  Layer& layer = add(name, ComputeKind::kElementwise);
  elementwise(layer, 5 * size() * elements, 6 * size() * elements);
  layer.forward.launches = layer.backward.launches = 2;
  layer.saved_per_sample = Bytes(size() * elements);
}

void LayerTable::relu(const std::string& name, std::int64_t elements) {
  Layer& layer = add(name, ComputeKind::kElementwise);
  elementwise(layer, 2 * size() * elements, 3 * size() * elements);
  layer.saved_per_sample = Bytes(size() * elements);
}

// Writes 64-bit indices beside its output; backward reads dy and the indices and writes dx.
void LayerTable::max_pool(const std::string& name, std::int64_t input, std::int64_t output, bool output_kept) {
  Layer& layer = add(name, ComputeKind::kElementwise);
  constexpr std::int64_t kIndex = 8;
  elementwise(layer, size() * (input + output) + kIndex * output, size() * (input + output) + kIndex * output);
  layer.saved_per_sample = Bytes(kIndex * output + (output_kept ? size() * output : 0));
}

void LayerTable::average_pool(const std::string& name, std::int64_t input, std::int64_t output) {
  Layer& layer = add(name, ComputeKind::kElementwise);
  elementwise(layer, size() * (input + output), size() * (input + output));
}

}  // namespace sealring::training
