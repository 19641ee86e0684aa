#include "workloads/training/bucket.hpp"

#include <catch2/catch.hpp>

using namespace sealring;
using namespace sealring::training;

namespace {

// 4 bytes each: the numbers are KiB.
std::vector<Tensor> tensors(const std::vector<int>& kib) {
  std::vector<Tensor> list;
  for (const int size : kib) {
    list.push_back({"t", size * 256});
  }
  return list;
}

std::vector<std::int64_t> sizes(const std::vector<Bucket>& buckets) {
  std::vector<std::int64_t> kib;
  for (const auto& bucket : buckets) {
    kib.push_back(bucket.bytes.count() / 1024);
  }
  return kib;
}

}  // namespace

TEST_CASE("a bucket closes with the tensor that crosses the cap") {
  // 60 + 60 crosses 100, so 120; the next 30 stays open to the end.
  CHECK(sizes(make_buckets(tensors({60, 60, 30}), kibibytes(100), 4)) == std::vector<std::int64_t>{120, 30});
}

TEST_CASE("a bucket that reaches the cap exactly closes") {
  CHECK(sizes(make_buckets(tensors({50, 50, 50, 50}), kibibytes(100), 4)) == std::vector<std::int64_t>{100, 100});
}

TEST_CASE("the first bucket is 1 MiB only when the cap is left at its default") {
  const auto list = tensors({1024, 1024, 1024});

  CHECK(sizes(make_buckets(list, std::nullopt, 4)) == std::vector<std::int64_t>{1024, 2048});
  CHECK(sizes(make_buckets(list, mebibytes(25), 4)) == std::vector<std::int64_t>{3072});
}

TEST_CASE("buckets follow each other without a gap") {
  const auto buckets = make_buckets(tensors({60, 60, 30}), kibibytes(100), 4);

  CHECK(buckets[0].first == 0);
  CHECK(buckets[0].count == 2);
  CHECK(buckets[1].first == 2);
  CHECK(buckets[1].count == 1);
}

TEST_CASE("16-bit gradients fill half as much") {
  CHECK(sizes(make_buckets(tensors({60, 60, 30}), kibibytes(100), 2)) == std::vector<std::int64_t>{75});
}

TEST_CASE("no tensors make no bucket") { CHECK(make_buckets({}, std::nullopt, 4).empty()); }
