#include <string>

#include "workloads/training/families.hpp"
#include "workloads/training/layer_table.hpp"

namespace sealring::training {

namespace {

constexpr std::int64_t kTokenBytes = 8;
constexpr std::int64_t kTokenTypes = 2;
const char* const kEmbeddings = "bert.embeddings.";

std::string block(std::int64_t i) { return "bert.encoder.layer." + std::to_string(i); }

void add_block_parameters(Parameters& list, const std::string& name, const Shape& shape) {
  for (const char* part : {"query", "key", "value"}) {
    list.linear(name + ".attention.self." + part, shape.hidden, shape.hidden);
  }
  list.linear(name + ".attention.output.dense", shape.hidden, shape.hidden);
  list.norm(name + ".attention.output.LayerNorm", shape.hidden);
  list.linear(name + ".intermediate.dense", shape.hidden, shape.feed_forward);
  list.linear(name + ".output.dense", shape.feed_forward, shape.hidden);
  list.norm(name + ".output.LayerNorm", shape.hidden);
}

Parameters parameters(const Shape& shape) {
  Parameters list;
  const std::string prefix = kEmbeddings;
  list.add(prefix + "word_embeddings.weight", shape.vocabulary * shape.hidden);
  list.add(prefix + "position_embeddings.weight", shape.context * shape.hidden);
  list.add(prefix + "token_type_embeddings.weight", kTokenTypes * shape.hidden);
  list.norm(prefix + "LayerNorm", shape.hidden);
  for (std::int64_t i = 0; i < shape.layers; ++i) {
    add_block_parameters(list, block(i), shape);
  }
  list.linear("bert.pooler.dense", shape.hidden, shape.hidden);
  if (shape.pretraining) {
    list.add("cls.predictions.bias", shape.vocabulary);
    list.linear("cls.predictions.transform.dense", shape.hidden, shape.hidden);
    list.norm("cls.predictions.transform.LayerNorm", shape.hidden);
    list.linear("cls.seq_relationship", shape.hidden, 2);
    list.tie(prefix + "word_embeddings.weight");
  }
  return list;
}

void add_block(LayerTable& table, const std::string& name, const Shape& shape, std::int64_t sequence) {
  const std::int64_t width = shape.hidden;
  table.linear(name + ".attention.self.query", {sequence, width, width});
  table.linear(name + ".attention.self.key", {sequence, width, width}, false);
  table.linear(name + ".attention.self.value", {sequence, width, width}, false);
  table.attention(name + ".attention.self", {sequence, width, width, shape.heads, true, true});
  table.linear(name + ".attention.output.dense", {sequence, width, width});
  table.residual(name + ".attention.output.add", sequence * width, true);
  table.norm(name + ".attention.output.LayerNorm", sequence, width);
  table.linear(name + ".intermediate.dense", {sequence, width, shape.feed_forward});
  table.activation(name + ".intermediate.gelu", sequence * shape.feed_forward);
  table.linear(name + ".output.dense", {sequence, shape.feed_forward, width});
  table.residual(name + ".output.add", sequence * width, true);
  table.norm(name + ".output.LayerNorm", sequence, width);
}

// The decoder runs over all tokens, as the common implementation does, not only over the masked ones.
void add_heads(LayerTable& table, const Shape& shape, std::int64_t sequence) {
  table.linear("bert.pooler.dense", {1, shape.hidden, shape.hidden});
  if (!shape.pretraining) {
    return;
  }
  table.linear("cls.seq_relationship", {1, shape.hidden, 2});
  table.linear("cls.predictions.transform.dense", {sequence, shape.hidden, shape.hidden});
  table.activation("cls.predictions.transform.gelu", sequence * shape.hidden);
  table.norm("cls.predictions.transform.LayerNorm", sequence, shape.hidden);
  table.linear("cls.predictions.decoder", {sequence, shape.hidden, shape.vocabulary});
  table.completes("cls.predictions.bias");
  table.loss(sequence, shape.vocabulary);
}

}  // namespace

Model build_bert(const Shape& shape, const ModelOptions& options) {
  const std::int64_t sequence = options.sequence > 0 ? options.sequence : shape.context;
  const std::string prefix = kEmbeddings;
  Model model;
  model.tensors = parameters(shape).gradient_order();
  const TensorIndex index(model.tensors);
  LayerTable table(options, index);
  table.embedding({prefix + "word_embeddings", prefix + "position_embeddings", prefix + "token_type_embeddings"},
                  {shape.vocabulary, shape.context, kTokenTypes},
                  {sequence, shape.vocabulary, shape.hidden},
                  shape.pretraining);
  table.norm(prefix + "LayerNorm", sequence, shape.hidden);
  table.dropout(prefix + "dropout", sequence * shape.hidden);
  for (std::int64_t i = 0; i < shape.layers; ++i) {
    add_block(table, block(i), shape, sequence);
  }
  add_heads(table, shape, sequence);
  model.layers = table.take();
  model.tokens_per_sample = sequence;
  model.input_per_sample = Bytes((shape.pretraining ? 4 : 3) * kTokenBytes * sequence);  // ids, types, mask (, labels)
  return model;
}

}  // namespace sealring::training
