#include <string>

#include "workloads/training/families.hpp"
#include "workloads/training/layer_table.hpp"

namespace sealring::training {

namespace {

constexpr std::int64_t kColours = 3;
constexpr std::int64_t kWidths[] = {64, 128, 256, 512, 512};
constexpr std::int64_t kHidden = 4096;
constexpr std::int64_t kPooled = 7;  // edge that the classifier sees

/// One convolution of the feature extractor, numbered as the framework numbers its layers.
struct Stage {
  std::string name;
  std::int64_t in = 0;
  std::int64_t out = 0;
  std::int64_t edge = 0;
  bool pooled = false;  ///< a 2 x 2 max pool follows
};

std::vector<Stage> all_convolutions(const Shape& shape) {
  std::vector<Stage> list;
  std::int64_t in = kColours;
  std::int64_t edge = shape.image;
  int number = 0;
  for (std::size_t stage = 0; stage < shape.blocks.size(); ++stage) {
    for (int i = 0; i < shape.blocks[stage]; ++i) {
      list.push_back({"features." + std::to_string(number), in, kWidths[stage], edge, i + 1 == shape.blocks[stage]});
      in = kWidths[stage];
      number += 2;  // the convolution and its ReLU
    }
    number += 1;  // the pool
    edge /= 2;
  }
  return list;
}

Parameters parameters(const std::vector<Stage>& convolutions, std::int64_t classes) {
  Parameters list;
  for (const auto& stage : convolutions) {
    list.convolution(stage.name, stage.in, stage.out, 3, true);
  }
  list.linear("classifier.0", convolutions.back().out * kPooled * kPooled, kHidden);
  list.linear("classifier.3", kHidden, kHidden);
  list.linear("classifier.6", kHidden, classes);
  return list;
}

void add_stage(LayerTable& table, const Stage& stage, bool first) {
  const std::int64_t elements = stage.out * stage.edge * stage.edge;
  table.convolution(stage.name, {stage.in, stage.out, 3, stage.edge, stage.edge, first});
  table.relu(stage.name + ".relu", elements);
  if (stage.pooled) {
    table.max_pool(stage.name + ".pool", elements, elements / 4, true);
  }
}

void add_classifier(LayerTable& table, std::int64_t features, std::int64_t classes) {
  table.linear("classifier.0", {1, features, kHidden}, false);  // the last pool keeps its output
  table.relu("classifier.1", kHidden);
  table.dropout("classifier.2", kHidden);
  table.linear("classifier.3", {1, kHidden, kHidden});
  table.relu("classifier.4", kHidden);
  table.dropout("classifier.5", kHidden);
  table.linear("classifier.6", {1, kHidden, classes});
}

}  // namespace

Model build_vgg(const Shape& shape, const ModelOptions& options) {
  const auto convolutions = all_convolutions(shape);
  Model model;
  model.tensors = parameters(convolutions, shape.classes).gradient_order();
  const TensorIndex index(model.tensors);
  LayerTable table(options, index);
  for (const auto& stage : convolutions) {
    add_stage(table, stage, &stage == &convolutions.front());
  }
  add_classifier(table, convolutions.back().out * kPooled * kPooled, shape.classes);
  table.loss(1, shape.classes);
  model.layers = table.take();
  model.input_per_sample = Bytes(kColours * 4 * shape.image * shape.image + 8);  // 32-bit pixels and a label
  return model;
}

}  // namespace sealring::training
