#include <catch2/catch.hpp>

#include "tests/unit/traces/programs.hpp"
#include "workloads/collectives/catalog.hpp"
#include "workloads/traces/trace.hpp"
#include "workloads/traces/vocabulary.hpp"
#include "workloads/training/ddp_step.hpp"

using namespace sealring;
using namespace sealring::test;

namespace {

host::Program training_program(const std::string& name) {
  config::Report report;
  const auto shape = training::load_shape(SEALRING_ZOO, name, report);
  REQUIRE(report.empty());
  training::DdpSpec spec;
  spec.model = name;
  spec.iterations = 2;
  return training::ddp_program(training::build_model(shape, spec.model_options()), spec, 4);
}

void check_round_trip(const host::Program& program) {
  config::Report report;
  const std::string text = traces::text(program);
  const auto back = traces::from_text(text, "t.jsonl", report);

  REQUIRE(report.empty());
  REQUIRE(back.has_value());
  CHECK(same(*back, program));
  CHECK(traces::text(*back) == text);
}

}  // namespace

TEST_CASE("a program with every kind of operation comes back the same") { check_round_trip(every_kind()); }

TEST_CASE("every collective comes back the same") {
  for (std::size_t kind = 0; kind < traces::collective_kinds().words.size(); ++kind) {
    host::Program program = every_kind();
    program.collectives[0].kind = static_cast<host::CollectiveKind>(kind);
    program.collectives[0].protocol = "ll128";
    program.collectives[0].in_place = false;
    check_round_trip(program);
  }
}

TEST_CASE("there is a word for every collective") {
  const std::vector<std::string>& known = collectives::collective_names();
  CHECK(std::vector<std::string>(traces::collective_kinds().words.begin(), traces::collective_kinds().words.end()) ==
        known);
}

TEST_CASE("a trace that names neither protocol nor place leaves the first to the library") {
  std::string text = joined(every_kind_lines());
  const std::string fields = R"("protocol":"auto","in_place":true)";
  for (std::size_t at = text.find(fields); at != std::string::npos; at = text.find(fields)) {
    text.erase(at - 1, fields.size() + 1);  // with the comma before them
  }
  config::Report report;
  const auto back = traces::from_text(text, "t.jsonl", report);

  REQUIRE(report.empty());
  CHECK(same(*back, every_kind()));
}

TEST_CASE("training programs come back the same") {
  check_round_trip(training_program("resnet-50"));
  check_round_trip(training_program("gpt2-small"));
}

TEST_CASE("a collective line describes its sub-steps") {
  // 1,001 B over two ranks: 2 sub-steps, the larger share is 501 B.
  CHECK_THAT(every_kind_lines()[3],
             Catch::Contains(R"("collective":{"id":0,"kind":"all_reduce","bytes":1001,"algorithm":"ring","root":0,)"
                             R"("protocol":"auto","in_place":true,"ranks":2,"sub_steps":2,"bytes_per_sub_step":501})"));
}

TEST_CASE("sub-steps follow the ring") {
  const auto steps = [](host::CollectiveKind kind) { return traces::sub_steps({kind, Bytes(100), "ring", 0}, 4); };

  CHECK(steps(host::CollectiveKind::kAllReduce).count == 6);
  CHECK(steps(host::CollectiveKind::kReduceScatter).count == 3);
  CHECK(steps(host::CollectiveKind::kAllGather).each == Bytes(25));
  CHECK(steps(host::CollectiveKind::kBroadcast).each == Bytes(100));
}

TEST_CASE("a kernel line names work and no time") {
  CHECK(
      every_kind_lines()[2] ==
      R"({"operation":"kernel","rank":0,"stream":0,"label":"forward","name":1,"work":{"flops":0.1,"memory_bytes":123,)"
      R"("precision":"bf16","kind":"matmul","sm_share":0.3333333333333333,"fixed_fs":7},"launches":3,"graph_nodes":2,)"
      R"("after":[0]})");
}

TEST_CASE("there is a word for every label") {
  CHECK(traces::labels().words.size() == static_cast<std::size_t>(Label::kCount));
}

TEST_CASE("a program that refers to what it lacks cannot be written") {
  auto program = every_kind();
  program.ranks[0][2].collective = 1;

  CHECK_THROWS_WITH(traces::text(program), "an operation names collective 1 of 1");
}

TEST_CASE("the last line may lack its newline") {
  auto text = joined(every_kind_lines());
  text.pop_back();

  CHECK(problems_of(text).empty());
}
