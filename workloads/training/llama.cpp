#include <string>

#include "workloads/training/families.hpp"
#include "workloads/training/layer_table.hpp"

namespace sealring::training {

namespace {

constexpr std::int64_t kTokenBytes = 8;

std::string block(std::int64_t i) { return "model.layers." + std::to_string(i); }

std::int64_t kv_width(const Shape& shape) { return shape.hidden / shape.heads * shape.kv_heads; }

Parameters parameters(const Shape& shape) {
  Parameters list;
  list.add("model.embed_tokens.weight", shape.vocabulary * shape.hidden);
  for (std::int64_t i = 0; i < shape.layers; ++i) {
    list.linear(block(i) + ".self_attn.q_proj", shape.hidden, shape.hidden, false);
    list.linear(block(i) + ".self_attn.k_proj", shape.hidden, kv_width(shape), false);
    list.linear(block(i) + ".self_attn.v_proj", shape.hidden, kv_width(shape), false);
    list.linear(block(i) + ".self_attn.o_proj", shape.hidden, shape.hidden, false);
    list.linear(block(i) + ".mlp.gate_proj", shape.hidden, shape.feed_forward, false);
    list.linear(block(i) + ".mlp.up_proj", shape.hidden, shape.feed_forward, false);
    list.linear(block(i) + ".mlp.down_proj", shape.feed_forward, shape.hidden, false);
    list.norm(block(i) + ".input_layernorm", shape.hidden, false);
    list.norm(block(i) + ".post_attention_layernorm", shape.hidden, false);
  }
  list.norm("model.norm", shape.hidden, false);
  list.linear("lm_head", shape.hidden, shape.vocabulary, false);
  return list;
}

void add_block(LayerTable& table, const std::string& name, const Shape& shape, std::int64_t sequence) {
  const std::int64_t width = shape.hidden;
  const std::int64_t narrow = kv_width(shape);
  table.norm(name + ".input_layernorm", sequence, width);
  table.linear(name + ".self_attn.q_proj", {sequence, width, width});
  table.linear(name + ".self_attn.k_proj", {sequence, width, narrow}, false);
  table.linear(name + ".self_attn.v_proj", {sequence, width, narrow}, false);
  table.rotary(name + ".self_attn.rotary", sequence * (width + narrow));
  table.attention(name + ".self_attn", {sequence, width, narrow, shape.heads, true, false});
  table.linear(name + ".self_attn.o_proj", {sequence, width, width});
  table.residual(name + ".self_attn.add", sequence * width, false);
  table.norm(name + ".post_attention_layernorm", sequence, width);
  table.linear(name + ".mlp.gate_proj", {sequence, width, shape.feed_forward});
  table.linear(name + ".mlp.up_proj", {sequence, width, shape.feed_forward}, false);
  table.gated_activation(name + ".mlp.silu", sequence * shape.feed_forward);
  table.linear(name + ".mlp.down_proj", {sequence, shape.feed_forward, width});
  table.residual(name + ".mlp.add", sequence * width, false);
}

}  // namespace

Model build_llama(const Shape& shape, const ModelOptions& options) {
  const std::int64_t sequence = options.sequence > 0 ? options.sequence : shape.context;
  Model model;
  model.tensors = parameters(shape).gradient_order();
  const TensorIndex index(model.tensors);
  LayerTable table(options, index);
  table.embedding({"model.embed_tokens"}, {shape.vocabulary}, {sequence, shape.vocabulary, shape.hidden}, false);
  for (std::int64_t i = 0; i < shape.layers; ++i) {
    add_block(table, block(i), shape, sequence);
  }
  table.norm("model.norm", sequence, shape.hidden);
  table.linear("lm_head", {sequence, shape.hidden, shape.vocabulary});
  table.loss(sequence, shape.vocabulary);
  model.layers = table.take();
  model.tokens_per_sample = sequence;
  model.input_per_sample = Bytes(2 * kTokenBytes * sequence);
  return model;
}

}  // namespace sealring::training
