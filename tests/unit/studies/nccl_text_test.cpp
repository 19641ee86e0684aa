#include <catch2/catch.hpp>

#include "studies/nccl_tests/job_layout.hpp"
#include "studies/nccl_tests/nccl_tests.hpp"
#include "studies/nccl_tests/sized_point.hpp"
#include "studies/nccl_tests/table_file.hpp"

using namespace sealring;
using namespace sealring::studies;

namespace {

stats::Result sweep(const std::vector<std::vector<stats::Scalar>>& rows) {
  stats::Table table({{"size"},
                      {"time"},
                      {"algbw"},
                      {"busbw"},
                      {"in_place_time"},
                      {"in_place_algbw"},
                      {"in_place_busbw"},
                      {"algorithm"},
                      {"protocol"},
                      {"channels"}});
  for (const auto& row : rows) {
    table.add(row);
  }
  stats::Result result;
  result.set("ranks", 8);
  result.set("nodes", 2);
  result.set("sweep", table);
  return result;
}

std::vector<stats::Scalar> row(std::int64_t size,
                               const std::string& algorithm,
                               const std::string& protocol,
                               const stats::Scalar& channels) {
  const double gbps = static_cast<double>(size) / 10 / 1e3;
  return {size, 10.0, gbps, gbps, 10.0, gbps, gbps, algorithm, protocol, channels};
}

NcclTestsRequest request(const char* op) {
  NcclTestsRequest r;
  r.base.machine = "imagined";
  r.op = *find_nccl_op(op);
  return r;
}

std::vector<std::string> settings(const Point& point) {
  std::vector<std::string> texts;
  for (const config::Override& o : point.overrides) {
    texts.push_back(o.path + "=" + o.value);
  }
  return texts;
}

}  // namespace

TEST_CASE("sizes that are carried out the same way are one comment line") {
  const std::string text = nccl_tests_text(request("broadcast"),
                                           sweep({row(8, "tree", "ll", std::int64_t{4}),
                                                  row(16, "tree", "ll", std::int64_t{4}),
                                                  row(32, "tree", "ll", std::int64_t{8}),
                                                  row(64, "nvls", "", std::string())}));
  CHECK_THAT(
      text,
      Catch::Contains("\n# 8 to 16 B: tree ll, 4 channels\n# 32 B: tree ll, 8 channels\n# 64 B: nvls\n# Avg bus"));
}

TEST_CASE("where the result does not say how, nothing is said") {
  const std::string text = nccl_tests_text(request("broadcast"), sweep({row(8, "", "", std::string())}));
  CHECK(text.find(" B: ") == std::string::npos);
}

TEST_CASE("what is printed reads back with its ranks and hosts") {
  const NcclOutput output = read_nccl_output(
      nccl_tests_text(request("all_gather"), sweep({row(1048576, "ring", "simple", std::int64_t{16})})), "x");
  CHECK(output.skipped.empty());
  REQUIRE(output.tables.size() == 1);
  CHECK(output.tables[0].program == "all_gather_perf");
  CHECK(output.tables[0].ranks == 8);
  CHECK(output.tables[0].hosts == 2);
  CHECK(output.tables[0].rows.at(0).count == 1048576 / 8 / 4);
}

TEST_CASE("how a collective was carried out is read from a run") {
  Measured run;
  CHECK(choice_of(run).text().empty());
  run.texts["communication.algorithm"] = "ring";
  run.texts["communication.protocol"] = "ll128";
  run.numbers["communication.channels"] = 16;
  CHECK(choice_of(run).text() == "ring ll128, 16 channels");
}

TEST_CASE("an all-reduce runs once for both places") {
  const Point base{"collective", "hopper_h100", "", {}};
  const NcclOp& op = *find_nccl_op("all_reduce");
  CHECK(sized_point(base, op, mebibytes(1), Place::kInPlace).words() ==
        sized_point(base, op, mebibytes(1), Place::kOutOfPlace).words());
}

TEST_CASE("an all-gather runs once for each place") {
  const Point base{"collective", "hopper_h100", "", {}};
  const NcclOp& op = *find_nccl_op("all_gather");
  using Texts = std::vector<std::string>;
  CHECK(settings(sized_point(base, op, mebibytes(1), Place::kOutOfPlace)) == Texts{"collective.op=all_gather",
                                                                                   "collective.bytes=1 MiB",
                                                                                   "iterations=8",
                                                                                   "every_step=false",
                                                                                   "collective.in_place=false"});
  CHECK(settings(sized_point(base, op, mebibytes(1), Place::kInPlace)).back() == "collective.in_place=true");
}

TEST_CASE("a user's own number of iterations stays") {
  const Point base = Point{"collective", "hopper_h100", "", {}}.with("iterations", "3");
  using Texts = std::vector<std::string>;
  CHECK(settings(sized_point(base, *find_nccl_op("all_reduce"), mebibytes(1), Place::kInPlace)) ==
        Texts{"iterations=3", "collective.op=all_reduce", "collective.bytes=1 MiB", "every_step=false"});
}

TEST_CASE("a layout sets only what is given") {
  const Point base;
  using Texts = std::vector<std::string>;
  CHECK(settings(with_layout(base, {}, "nodes")).empty());
  CHECK(settings(with_layout(base, {1, 4}, "nodes")) == Texts{"machine.nodes=1", "ranks=4"});
  CHECK(settings(with_layout(base, {2, 4}, "nodes")) == Texts{"machine.nodes=2", "gpus_per_node=4"});
  CHECK(settings(with_layout(base, {0, 4}, "nodes")) == Texts{"gpus_per_node=4"});
  CHECK(settings(with_layout(base, {2, 0}, "racks")) == Texts{"machine.racks=2"});
}
