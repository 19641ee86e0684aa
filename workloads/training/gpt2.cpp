#include <string>

#include "workloads/training/families.hpp"
#include "workloads/training/layer_table.hpp"

namespace sealring::training {

namespace {

constexpr std::int64_t kMlpRatio = 4;
constexpr std::int64_t kTokenBytes = 8;  // 64-bit ids

std::string block(std::int64_t i) { return "transformer.h." + std::to_string(i); }

Parameters parameters(const Shape& shape) {
  Parameters list;
  list.add("transformer.wte.weight", shape.vocabulary * shape.hidden);
  list.add("transformer.wpe.weight", shape.context * shape.hidden);
  for (std::int64_t i = 0; i < shape.layers; ++i) {
    list.norm(block(i) + ".ln_1", shape.hidden);
    list.linear(block(i) + ".attn.c_attn", shape.hidden, 3 * shape.hidden);
    list.linear(block(i) + ".attn.c_proj", shape.hidden, shape.hidden);
    list.norm(block(i) + ".ln_2", shape.hidden);
    list.linear(block(i) + ".mlp.c_fc", shape.hidden, kMlpRatio * shape.hidden);
    list.linear(block(i) + ".mlp.c_proj", kMlpRatio * shape.hidden, shape.hidden);
  }
  list.norm("transformer.ln_f", shape.hidden);
  list.tie("transformer.wte.weight");
  return list;
}

void add_block(LayerTable& table, const std::string& name, const Shape& shape, std::int64_t sequence) {
  const std::int64_t width = shape.hidden;
  const std::int64_t inner = kMlpRatio * width;
  table.norm(name + ".ln_1", sequence, width);
  table.linear(name + ".attn.c_attn", {sequence, width, 3 * width});
  table.attention(name + ".attn", {sequence, width, width, shape.heads, true, true});
  table.linear(name + ".attn.c_proj", {sequence, width, width});
  table.residual(name + ".attn.add", sequence * width, true);
  table.norm(name + ".ln_2", sequence, width);
  table.linear(name + ".mlp.c_fc", {sequence, width, inner});
  table.activation(name + ".mlp.gelu", sequence * inner);
  table.linear(name + ".mlp.c_proj", {sequence, inner, width});
  table.residual(name + ".mlp.add", sequence * width, true);
}

}  // namespace

Model build_gpt2(const Shape& shape, const ModelOptions& options) {
  const std::int64_t sequence = options.sequence > 0 ? options.sequence : shape.context;
  Model model;
  model.tensors = parameters(shape).gradient_order();
  const TensorIndex index(model.tensors);
  LayerTable table(options, index);
  table.embedding({"transformer.wte", "transformer.wpe"},
                  {shape.vocabulary, shape.context},
                  {sequence, shape.vocabulary, shape.hidden},
                  true);
  table.dropout("transformer.drop", sequence * shape.hidden);
  for (std::int64_t i = 0; i < shape.layers; ++i) {
    add_block(table, block(i), shape, sequence);
  }
  table.norm("transformer.ln_f", sequence, shape.hidden);
  table.linear("lm_head", {sequence, shape.hidden, shape.vocabulary});
  table.loss(sequence, shape.vocabulary);
  model.layers = table.take();
  model.tokens_per_sample = sequence;
  model.input_per_sample = Bytes(2 * kTokenBytes * sequence);  // ids and labels
  return model;
}

}  // namespace sealring::training
