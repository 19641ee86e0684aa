#include <string>

#include "workloads/training/families.hpp"
#include "workloads/training/layer_table.hpp"

namespace sealring::training {

namespace {

constexpr std::int64_t kColours = 3;

std::string block(std::int64_t i) { return "encoder.layers.encoder_layer_" + std::to_string(i); }

Parameters parameters(const Shape& shape, std::int64_t sequence) {
  Parameters list;
  list.add("class_token", shape.hidden);
  list.convolution("conv_proj", kColours, shape.hidden, shape.patch, true);
  list.add("encoder.pos_embedding", sequence * shape.hidden);
  for (std::int64_t i = 0; i < shape.layers; ++i) {
    list.norm(block(i) + ".ln_1", shape.hidden);
    list.add(block(i) + ".self_attention.in_proj_weight", 3 * shape.hidden * shape.hidden);
    list.add(block(i) + ".self_attention.in_proj_bias", 3 * shape.hidden);
    list.linear(block(i) + ".self_attention.out_proj", shape.hidden, shape.hidden);
    list.norm(block(i) + ".ln_2", shape.hidden);
    list.linear(block(i) + ".mlp.0", shape.hidden, shape.feed_forward);
    list.linear(block(i) + ".mlp.3", shape.feed_forward, shape.hidden);
  }
  list.norm("encoder.ln", shape.hidden);
  list.linear("heads.head", shape.hidden, shape.classes);
  return list;
}

void add_block(LayerTable& table, const std::string& name, const Shape& shape, std::int64_t sequence) {
  const std::int64_t width = shape.hidden;
  table.norm(name + ".ln_1", sequence, width);
  table.linear(name + ".self_attention.in_proj", {sequence, width, 3 * width});
  table.attention(name + ".self_attention", {sequence, width, width, shape.heads, false, false});
  table.linear(name + ".self_attention.out_proj", {sequence, width, width});
  table.residual(name + ".self_attention.add", sequence * width, false);
  table.norm(name + ".ln_2", sequence, width);
  table.linear(name + ".mlp.0", {sequence, width, shape.feed_forward});
  table.activation(name + ".mlp.gelu", sequence * shape.feed_forward);
  table.linear(name + ".mlp.3", {sequence, shape.feed_forward, width});
  table.residual(name + ".mlp.add", sequence * width, false);
}

}  // namespace

Model build_vit(const Shape& shape, const ModelOptions& options) {
  const std::int64_t edge = shape.image / shape.patch;
  const std::int64_t sequence = edge * edge + 1;  // patches and the class token
  Model model;
  model.tensors = parameters(shape, sequence).gradient_order();
  const TensorIndex index(model.tensors);
  LayerTable table(options, index);
  table.convolution("conv_proj", {kColours, shape.hidden, shape.patch, shape.image, edge, true});
  table.positions("encoder.embed", {"class_token", "encoder.pos_embedding"}, sequence * shape.hidden);
  for (std::int64_t i = 0; i < shape.layers; ++i) {
    add_block(table, block(i), shape, sequence);
  }
  table.norm("encoder.ln", sequence, shape.hidden);
  table.linear("heads.head", {1, shape.hidden, shape.classes});
  table.loss(1, shape.classes);
  model.layers = table.take();
  model.input_per_sample = Bytes(kColours * 4 * shape.image * shape.image + 8);  // 32-bit pixels and a label
  return model;
}

}  // namespace sealring::training
