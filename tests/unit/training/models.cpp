#include "tests/unit/training/models.hpp"

#include <catch2/catch.hpp>

namespace sealring::test {

using namespace training;

Model zoo_model(const std::string& name, const ModelOptions& options) {
  config::Report report;
  const Shape shape = load_shape(SEALRING_ZOO, name, report);
  INFO(report.text());
  REQUIRE(report.empty());
  return build_model(shape, options);
}

DdpSpec job(const std::string& model) {
  DdpSpec spec;
  spec.model = model;
  return spec;
}

Model two_layers() {
  Model model;
  model.name = "two";
  model.family = "resnet";
  model.tensors = {{"b", 300'000}, {"a.bias", 100}, {"a.weight", 500'000}};
  Layer a;
  a.name = "a";
  a.forward = {Flops(1000), Bytes(10), Bytes(7), 1};
  a.backward = {Flops(2000), Bytes(20), Bytes(14), 2};
  a.saved_per_sample = Bytes(40);
  a.tensors = {1, 2};
  Layer b = a;
  b.name = "b";
  b.tensors = {0};
  model.layers = {a, b};
  model.input_per_sample = Bytes(8);
  return model;
}

}  // namespace sealring::test
