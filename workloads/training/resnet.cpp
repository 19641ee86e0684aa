#include <string>

#include "workloads/training/families.hpp"
#include "workloads/training/layer_table.hpp"

namespace sealring::training {

namespace {

constexpr std::int64_t kColours = 3;
constexpr std::int64_t kStem = 64;      // channels after the first convolution
constexpr std::int64_t kExpansion = 4;  // of a bottleneck block

struct Block {
  std::string name;
  std::int64_t in = 0;      ///< channels
  std::int64_t width = 0;   ///< channels inside the bottleneck
  std::int64_t input = 0;   ///< edge before
  std::int64_t output = 0;  ///< edge after; the 3 x 3 convolution has the stride
  bool first = false;       ///< of its stage: has a projection on the short cut
};

std::vector<Block> all_blocks(const Shape& shape) {
  std::vector<Block> blocks;
  std::int64_t in = kStem;
  std::int64_t edge = shape.image / 4;  // after the stride of the stem and of its pool
  for (std::size_t stage = 0; stage < shape.blocks.size(); ++stage) {
    const std::int64_t width = kStem << stage;
    for (int b = 0; b < shape.blocks[stage]; ++b) {
      const std::int64_t after = stage > 0 && b == 0 ? edge / 2 : edge;
      blocks.push_back({"layer" + std::to_string(stage + 1) + "." + std::to_string(b), in, width, edge, after, b == 0});
      edge = after;
      in = kExpansion * width;
    }
  }
  return blocks;
}

Parameters parameters(const std::vector<Block>& blocks, std::int64_t classes) {
  Parameters list;
  list.convolution("conv1", kColours, kStem, 7, false);
  list.norm("bn1", kStem);
  for (const auto& block : blocks) {
    const std::int64_t out = kExpansion * block.width;
    list.convolution(block.name + ".conv1", block.in, block.width, 1, false);
    list.norm(block.name + ".bn1", block.width);
    list.convolution(block.name + ".conv2", block.width, block.width, 3, false);
    list.norm(block.name + ".bn2", block.width);
    list.convolution(block.name + ".conv3", block.width, out, 1, false);
    list.norm(block.name + ".bn3", out);
    if (block.first) {
      list.convolution(block.name + ".downsample.0", block.in, out, 1, false);
      list.norm(block.name + ".downsample.1", out);
    }
  }
  list.linear("fc", kExpansion * blocks.back().width, classes);
  return list;
}

void add_block(LayerTable& table, const Block& block) {
  const std::int64_t out = kExpansion * block.width;
  const std::int64_t before = block.input * block.input;
  const std::int64_t after = block.output * block.output;
  table.convolution(block.name + ".conv1", {block.in, block.width, 1, block.input, block.input});
  table.batch_norm(block.name + ".bn1", block.width, block.width * before, true);
  table.convolution(block.name + ".conv2", {block.width, block.width, 3, block.input, block.output});
  table.batch_norm(block.name + ".bn2", block.width, block.width * after, true);
  table.convolution(block.name + ".conv3", {block.width, out, 1, block.output, block.output});
  table.batch_norm(block.name + ".bn3", out, out * after, false);
  if (block.first) {
    table.convolution(block.name + ".downsample.0", {block.in, out, 1, block.input, block.output});
    table.batch_norm(block.name + ".downsample.1", out, out * after, false);
  }
  table.add_relu(block.name + ".add", out * after);
}

}  // namespace

Model build_resnet(const Shape& shape, const ModelOptions& options) {
  const auto blocks = all_blocks(shape);
  const std::int64_t half = shape.image / 2;
  const std::int64_t quarter = shape.image / 4;
  const std::int64_t features = kExpansion * blocks.back().width;
  Model model;
  model.tensors = parameters(blocks, shape.classes).gradient_order();
  const TensorIndex index(model.tensors);
  LayerTable table(options, index);
  table.convolution("conv1", {kColours, kStem, 7, shape.image, half, true});
  table.batch_norm("bn1", kStem, kStem * half * half, true);
  table.max_pool("maxpool", kStem * half * half, kStem * quarter * quarter, true);
  for (const auto& block : blocks) {
    add_block(table, block);
  }
  table.average_pool("avgpool", features * blocks.back().output * blocks.back().output, features);
  table.linear("fc", {1, features, shape.classes});
  table.loss(1, shape.classes);
  model.layers = table.take();
  model.buffers = table.buffers();
  model.input_per_sample = Bytes(kColours * 4 * shape.image * shape.image + 8);  // 32-bit pixels and a label
  return model;
}

}  // namespace sealring::training
