#include "studies/validate/cap_curve.hpp"

#include <catch2/catch.hpp>

#include "sim/config/report.hpp"
#include "workloads/training/bucket.hpp"
#include "workloads/training/catalog.hpp"

using namespace sealring;
using studies::distinct_caps;

namespace {

std::size_t buckets(const training::Model& model, Bytes cap) {
  return training::make_buckets(model.tensors, cap, 4).size();
}

training::Model resnet50() {
  config::Report report;
  return training::build_model(training::load_shape(SEALRING_ZOO, "resnet-50", report), {});
}

}  // namespace

TEST_CASE("each cap is the smallest with its number of buckets") {
  const training::Model model = resnet50();
  const std::vector<Bytes> caps = distinct_caps("resnet-50", mebibytes(5), mebibytes(64), {});
  REQUIRE(caps.size() > 3);
  CHECK(caps.front() == mebibytes(5));
  for (std::size_t i = 1; i < caps.size(); ++i) {
    CHECK(caps[i] > caps[i - 1]);
    CHECK(buckets(model, caps[i]) != buckets(model, caps[i - 1]));
    CHECK(buckets(model, caps[i] - mebibytes(1)) == buckets(model, caps[i - 1]));
  }
  CHECK(buckets(model, mebibytes(64)) == buckets(model, caps.back()));
}

TEST_CASE("a bucket that needs another round of chains makes another class") {
  // 98 MiB of gradients in one bucket: one message of 98 MiB on one rank, two rounds of 64 MiB; caps from 98 MiB on are
  // one.
  CHECK(distinct_caps("resnet-50", mebibytes(60), mebibytes(120), {1, mebibytes(64)}).size() >
        distinct_caps("resnet-50", mebibytes(60), mebibytes(120), {1, mebibytes(512)}).size());
}

TEST_CASE("caps beyond the whole model are one") {
  // ResNet-50 has 97.5 MiB of gradients
  CHECK(distinct_caps("resnet-50", mebibytes(98), mebibytes(300), {}) == std::vector<Bytes>{mebibytes(98)});
}

TEST_CASE("an unknown model has no caps") {
  CHECK_THROWS_AS(distinct_caps("resnet-51", mebibytes(1), mebibytes(2), {}), config::BadInput);
}
