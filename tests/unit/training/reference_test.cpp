// Every model of the zoo against tests/data/models: parameter lists in gradient-ready order, and bucket figures.
#include <fstream>
#include <map>
#include <sstream>

#include <catch2/catch.hpp>

#include "tests/unit/training/models.hpp"
#include "workloads/training/bucket.hpp"

using namespace sealring;
using namespace sealring::training;
using sealring::test::zoo_model;

namespace {

using Row = std::map<std::string, std::string>;

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> out;
  std::stringstream in(line);
  for (std::string cell; std::getline(in, cell, ',');) {
    out.push_back(cell);
  }
  return out;
}

std::vector<Row> summary() {
  std::ifstream in(SEALRING_TEST_DATA "/models/summary.csv");
  std::vector<Row> rows;
  std::vector<std::string> head;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.front() == '#') {
      continue;
    }
    const auto values = cells(line);
    if (head.empty()) {
      head = values;
      continue;
    }
    Row row;
    for (std::size_t i = 0; i < head.size(); ++i) {
      row[head[i]] = values.at(i);
    }
    rows.push_back(row);
  }
  return rows;
}

std::string listed(const std::vector<Tensor>& tensors) {
  std::string text;
  for (const auto& tensor : tensors) {
    text += tensor.name + "," + std::to_string(tensor.numel) + "\n";
  }
  return text;
}

std::string file(const std::string& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string count(const Model& model, std::optional<Bytes> cap, int bytes) {
  return std::to_string(make_buckets(model.tensors, cap, bytes).size());
}

}  // namespace

TEST_CASE("the zoo holds the eighteen models of the reference") {
  std::vector<std::string> expected;
  for (const auto& row : summary()) {
    expected.push_back(row.at("model"));
  }
  std::sort(expected.begin(), expected.end());

  CHECK(expected.size() == 18);
  CHECK(zoo_names(SEALRING_ZOO) == expected);
}

TEST_CASE("tensor lists equal the reference lists") {
  for (const auto& row : summary()) {
    const auto& name = row.at("model");
    INFO(name);
    const Model model = zoo_model(name);

    CHECK(listed(model.tensors) == file(SEALRING_TEST_DATA "/models/tensors/" + name + ".csv"));
    CHECK(std::to_string(model.tensors.size()) == row.at("tensors"));
    CHECK(std::to_string(model.parameters()) == row.at("parameters"));
  }
}

TEST_CASE("bucket figures equal the reference for every model and cap") {
  for (const auto& row : summary()) {
    INFO(row.at("model"));
    const Model model = zoo_model(row.at("model"));
    const auto buckets = make_buckets(model.tensors, std::nullopt, 4);
    Bytes largest;
    for (const auto& bucket : buckets) {
      largest = std::max(largest, bucket.bytes);
    }

    CHECK(std::to_string(buckets.size()) == row.at("buckets_fp32_default"));
    CHECK(std::to_string(buckets.front().bytes.count()) == row.at("first_bucket_bytes"));
    CHECK(std::to_string(largest.count()) == row.at("largest_bucket_bytes"));
    CHECK(count(model, std::nullopt, 2) == row.at("buckets_16bit_default"));
    for (const int cap : {50, 100, 200, 500, 1000}) {
      CHECK(count(model, mebibytes(cap), 4) == row.at("cap" + std::to_string(cap)));
    }
  }
}

TEST_CASE("every tensor gets its gradient from exactly one layer") {
  for (const auto& row : summary()) {
    INFO(row.at("model"));
    const Model model = zoo_model(row.at("model"));
    std::vector<int> times(model.tensors.size(), 0);
    for (const auto& layer : model.layers) {
      for (const int tensor : layer.tensors) {
        times.at(static_cast<std::size_t>(tensor)) += 1;
      }
    }

    CHECK(std::count(times.begin(), times.end(), 1) == static_cast<std::ptrdiff_t>(times.size()));
  }
}

TEST_CASE("batch-norm buffers have the published sizes") {
  // hardware notes: ResNet-50 212,480 B of reals and 424 B of counters; 101: 421,376 and 832; 152: 605,696 and 1,240.
  const BufferSet fifty = zoo_model("resnet-50").buffers;
  const BufferSet hundred = zoo_model("resnet-101").buffers;
  const BufferSet most = zoo_model("resnet-152").buffers;

  CHECK(fifty.reals == Bytes(212'480));
  CHECK(fifty.integers == Bytes(424));
  CHECK(fifty.count == 3 * 53);
  CHECK(hundred.reals == Bytes(421'376));
  CHECK(hundred.integers == Bytes(832));
  CHECK(most.reals == Bytes(605'696));
  CHECK(most.integers == Bytes(1'240));
}
