#include <catch2/catch.hpp>

#include "tests/unit/training/models.hpp"

using namespace sealring;
using namespace sealring::training;
using sealring::test::zoo_model;

namespace {

double gflops(const std::string& name) { return zoo_model(name).forward_flops_per_sample().count() / 1e9; }

ModelOptions narrow() {
  ModelOptions options;
  options.precision = host::Precision::kBf16;
  return options;
}

std::int64_t saved_in(const Model& model, const std::string& prefix) {
  std::int64_t sum = 0;
  for (const auto& layer : model.layers) {
    sum += layer.name.rfind(prefix, 0) == 0 ? layer.saved_per_sample.count() : 0;
  }
  return sum;
}

const Layer& layer_named(const Model& model, const std::string& name) {
  for (const auto& layer : model.layers) {
    if (layer.name == name) {
      return layer;
    }
  }
  FAIL("no layer " + name);
  return model.layers.front();
}

}  // namespace

TEST_CASE("convolution nets do the published multiply-adds") {
  // torchvision: 4.09, 7.80, 11.51, 15.47 and 19.63 GMAC per 224 x 224 image; a multiply-add is two FLOPs.
  CHECK(gflops("resnet-50") == Approx(2 * 4.09).epsilon(0.002));
  CHECK(gflops("resnet-101") == Approx(2 * 7.80).epsilon(0.002));
  CHECK(gflops("resnet-152") == Approx(2 * 11.51).epsilon(0.002));
  CHECK(gflops("vgg-16") == Approx(2 * 15.47).epsilon(0.002));
  CHECK(gflops("vgg-19") == Approx(2 * 19.63).epsilon(0.002));
}

TEST_CASE("vision transformers do the published multiply-adds") {
  // torchvision: 17.56, 61.55 and 167.29 GMAC; those counts include both attention products.
  CHECK(gflops("vit-b-16") == Approx(2 * 17.56).epsilon(0.005));
  CHECK(gflops("vit-l-16") == Approx(2 * 61.55).epsilon(0.005));
  CHECK(gflops("vit-h-14") == Approx(2 * 167.29).epsilon(0.005));
}

TEST_CASE("a decoder does two FLOPs per weight and token plus attention") {
  // 12 blocks of 12 x 768^2 weights and the 50,257 x 768 projection: 123,532,032 weights; x 2 x 1,024 tokens = 252.99
  // G. Attention: 12 blocks x 2 products x 2 x 1,024^2 x 768 = 38.65 G.
  CHECK(gflops("gpt2-small") == Approx(252.994 + 38.655).epsilon(1e-4));
}

TEST_CASE("an encoder does two FLOPs per weight and token plus attention") {
  // 12 x 12 x 768^2 = 84,934,656 weights x 2 x 512 = 86.973 G; attention 12 x 4 x 512^2 x 768 = 9.664 G; the pooler
  // sees one token: 2 x 768^2 = 0.001 G.
  CHECK(gflops("bert-base") == Approx(86.973 + 9.664 + 0.001).epsilon(1e-4));
}

TEST_CASE("grouped keys and a gated MLP are counted") {
  // Per block and token: 4096 x (4096 + 1024 + 1024 + 4096) + 3 x 4096 x 14336 = 218,103,808 weights; 32 blocks and the
  // 128,256 x 4,096 head: 7,504,658,432 weights x 2 x 8,192 = 122,956 G; attention 32 x 4 x 8,192^2 x 4,096 = 35,184 G.
  CHECK(gflops("llama3-8b") == Approx(122'956.3 + 35'184.4).epsilon(1e-5));
}

TEST_CASE("backward of products is twice forward") {
  const Model model = zoo_model("gpt2-small");
  for (const auto& layer : model.layers) {
    CHECK(layer.backward.flops_per_sample == 2.0 * layer.forward.flops_per_sample);
  }
}

TEST_CASE("the first convolution needs no gradient for its input") {
  const Model model = zoo_model("resnet-50");

  CHECK(model.layers[0].name == "conv1");
  CHECK(model.layers[0].backward.flops_per_sample == model.layers[0].forward.flops_per_sample);
  CHECK(model.layers[3].backward.flops_per_sample == 2.0 * model.layers[3].forward.flops_per_sample);
}

TEST_CASE("a block keeps s h times 34 plus 5 a s squared at 16 bit") {
  // Korthikanti et al. 2022, eq. 1, with s = 1024, h = 768, a = 12: 1024 x 768 x 34 + 5 x 12 x 1024^2 = 89,653,248.
  const Model model = zoo_model("gpt2-small", narrow());

  CHECK(saved_in(model, "transformer.h.0.") == 89'653'248);
}

TEST_CASE("a block keeps 66 and 9 instead at 32 bit") {
  // Sixteen values and two one-byte masks per element of s x h: 4 x 16 + 2 = 66. Two values and one mask per score: 9.
  // 1024 x 768 x 66 + 9 x 12 x 1024^2 = 165,150,720.
  CHECK(saved_in(zoo_model("gpt2-small"), "transformer.h.0.") == 165'150'720);
}

TEST_CASE("fused attention keeps no scores") {
  // 66 s h, less nothing, plus one 32-bit statistic per row and head: 1024 x 768 x 66 + 4 x 12 x 1024 = 51,953,664.
  ModelOptions options;
  options.fused_attention = true;

  CHECK(saved_in(zoo_model("gpt2-small", options), "transformer.h.0.") == 51'953'664);
}

TEST_CASE("a bottleneck keeps the input of each batch norm and the result of each ReLU") {
  // layer4.1 at 7 x 7: conv1 512, conv2 512 twice each; conv3 2048 once; the sum's ReLU 2048: 6,144 x 49 x 4 B.
  CHECK(saved_in(zoo_model("resnet-50"), "layer4.1.") == 6'144 * 49 * 4);
}

TEST_CASE("a linear layer moves its operands once forward") {
  // c_fc of gpt2-small: 1024 x (768 + 3072) activations and 768 x 3072 weights, 4 bytes each.
  const Model model = zoo_model("gpt2-small");
  const Layer& layer = layer_named(model, "transformer.h.0.mlp.c_fc");

  CHECK(layer.forward.traffic_per_sample == Bytes(1024 * 3840 * 4));
  CHECK(layer.forward.traffic_fixed == Bytes(768 * 3072 * 4));
  CHECK(layer.forward.launches == 1);
  CHECK(layer.backward.launches == 3);  // input, weight and bias gradient
}

TEST_CASE("autocast casts each weight and bias on the way in and back out") {
  // Forward reads the product's 2 B and casts (4 + 2 B); backward reads 2, writes 2 and casts 6.
  const Model model = zoo_model("gpt2-small", narrow());
  const Layer& layer = layer_named(model, "transformer.h.0.mlp.c_fc");

  CHECK(layer.forward.traffic_fixed == Bytes(768 * 3072 * 8));
  CHECK(layer.backward.traffic_fixed == Bytes(768 * 3072 * 10));
  CHECK(layer.forward.launches == 3);
  CHECK(layer.backward.launches == 5);
}

TEST_CASE("a tied embedding is the last gradient and its projection completes none") {
  const Model model = zoo_model("gpt2-small");

  CHECK(model.tensors.back().name == "transformer.wte.weight");
  CHECK(layer_named(model, "lm_head").tensors.empty());
  CHECK(model.layers.front().tensors.front() == static_cast<int>(model.tensors.size()) - 1);
}

TEST_CASE("a shorter sequence shrinks the work of the blocks") {
  ModelOptions options;
  options.sequence = 128;
  // 84,934,656 x 2 x 128 + 12 x 4 x 128^2 x 768 + pooler 2 x 768^2
  CHECK(zoo_model("bert-base", options).forward_flops_per_sample().count() ==
        Approx(21'743'271'936.0 + 603'979'776.0 + 1'179'648.0));
}

TEST_CASE("a sequence beyond the positions of the model is refused") {
  ModelOptions options;
  options.sequence = 2048;

  CHECK_THROWS_WITH(zoo_model("gpt2-xl", options),
                    "sequence 2048 is longer than the 1024 tokens that model 'gpt2-xl' allows");
}

TEST_CASE("a sequence for an image model is refused") {
  ModelOptions options;
  options.sequence = 128;

  CHECK_THROWS_WITH(zoo_model("vgg-16", options), "model 'vgg-16' takes images: leave 'sequence' out");
}

TEST_CASE("an unknown family names the known ones") {
  CHECK_THROWS_WITH(family("rnn"), "unknown model family 'rnn'; known: gpt2, bert, resnet, vgg, vit, llama");
}

TEST_CASE("every family has a summary and builds its own kind") {
  for (const auto& row : families()) {
    CHECK_FALSE(row.summary.empty());
    CHECK(row.build != nullptr);
    CHECK(row.optimizer != Optimizer::kFamilyDefault);
  }
}
