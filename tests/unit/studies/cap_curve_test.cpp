#include "studies/validate/cap_curve.hpp"

#include <catch2/catch.hpp>

#include "sim/config/report.hpp"
#include "workloads/training/bucket.hpp"
#include "workloads/training/catalog.hpp"

using namespace sealring;
using studies::distinct_caps;

namespace {

std::vector<int> layout(const training::Model& model, Bytes cap) {
  std::vector<int> firsts;
  for (const training::Bucket& bucket : training::make_buckets(model.tensors, cap, 4)) {
    firsts.push_back(bucket.first);
  }
  return firsts;
}

}  // namespace

TEST_CASE("each cap is the smallest of its bucket layout, and no layout comes twice in a row") {
  config::Report report;
  const training::Model model = training::build_model(training::load_shape(SEALRING_ZOO, "resnet-50", report), {});
  const std::vector<Bytes> caps = distinct_caps("resnet-50", mebibytes(5), mebibytes(64));
  REQUIRE(caps.size() > 5);
  CHECK(caps.front() == mebibytes(5));
  for (std::size_t i = 1; i < caps.size(); ++i) {
    CHECK(caps[i] > caps[i - 1]);
    CHECK(layout(model, caps[i]) != layout(model, caps[i - 1]));
    CHECK(layout(model, caps[i] - mebibytes(1)) == layout(model, caps[i - 1]));
  }
  CHECK(layout(model, mebibytes(64)) == layout(model, caps.back()));
}

TEST_CASE("caps beyond the whole model are one") {
  // ResNet-50 has 97.5 MiB of gradients
  CHECK(distinct_caps("resnet-50", mebibytes(98), mebibytes(300)) == std::vector<Bytes>{mebibytes(98)});
}

TEST_CASE("an unknown model has no caps") {
  CHECK_THROWS_AS(distinct_caps("resnet-51", mebibytes(1), mebibytes(2)), config::BadInput);
}
