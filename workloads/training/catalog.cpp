#include "workloads/training/catalog.hpp"

#include "workloads/training/families.hpp"

namespace sealring::training {

const std::vector<Family>& families() {
  static const std::vector<Family> kFamilies = {
      {"gpt2",
       "decoder, learned positions, tied output projection",
       {"hidden", "layers", "heads", "vocabulary", "context"},
       Optimizer::kAdamW,
       build_gpt2},
      {"bert",
       "encoder with pooler, optionally with pre-training heads",
       {"hidden", "layers", "heads", "feed_forward", "vocabulary", "context"},
       Optimizer::kAdamW,
       build_bert},
      {"resnet",
       "bottleneck residual convolution net with batch norm",
       {"image", "classes", "blocks"},
       Optimizer::kSgd,
       build_resnet},
      {"vgg",
       "plain convolution net with three linear layers",
       {"image", "classes", "blocks"},
       Optimizer::kSgd,
       build_vgg},
      {"vit",
       "vision transformer over image patches",
       {"hidden", "layers", "heads", "feed_forward", "image", "patch", "classes"},
       Optimizer::kAdamW,
       build_vit},
      {"llama",
       "decoder with rotary positions, grouped keys, gated MLP",
       {"hidden", "layers", "heads", "kv_heads", "feed_forward", "vocabulary", "context"},
       Optimizer::kAdamW,
       build_llama},
  };
  return kFamilies;
}

std::vector<std::string> family_names() {
  std::vector<std::string> names;
  for (const auto& row : families()) {
    names.push_back(row.name);
  }
  return names;
}

const Family& family(const std::string& name) {
  std::string known;
  for (const auto& row : families()) {
    if (row.name == name) {
      return row;
    }
    known += (known.empty() ? "" : ", ") + row.name;
  }
  throw config::BadInput("unknown model family '" + name + "'; known: " + known);
}

namespace {

void check_sequence(const Shape& shape, std::int64_t sequence) {
  if (sequence == 0) {
    return;
  }
  if (shape.context == 0) {
    throw config::BadInput("model '" + shape.name + "' takes images: leave 'sequence' out");
  }
  if (sequence > shape.context) {
    throw config::BadInput("sequence " + std::to_string(sequence) + " is longer than the " +
                           std::to_string(shape.context) + " tokens that model '" + shape.name + "' allows");
  }
}

}  // namespace

Model build_model(const Shape& shape, const ModelOptions& options) {
  check_sequence(shape, options.sequence);
  Model model = family(shape.family).build(shape, options);
  model.name = shape.name;
  model.family = shape.family;
  return model;
}

}  // namespace sealring::training
