#include "workloads/training/ddp_step.hpp"

#include <catch2/catch.hpp>

#include "tests/unit/training/models.hpp"

using namespace sealring;
using namespace sealring::training;
using namespace sealring::test;
using host::Op;
using host::OpKind;

namespace {

std::vector<std::string> sequence(const host::Program& program, std::size_t rank = 0) {
  std::vector<std::string> names;
  for (const auto& op : program.ranks.at(rank)) {
    names.push_back(program.names.at(static_cast<std::size_t>(op.name)));
  }
  return names;
}

int position(const host::Program& program, const std::string& name, int nth = 0) {
  const auto names = sequence(program);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name && nth-- == 0) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

const Op& op_named(const host::Program& program, const std::string& name, int nth = 0) {
  const int at = position(program, name, nth);
  REQUIRE(at >= 0);
  return program.ranks[0][static_cast<std::size_t>(at)];
}

}  // namespace

TEST_CASE("an iteration of two layers is issued in this order") {
  // b's gradient is 1.2 MB and closes the first bucket (1 MiB); a's two tensors make the second.
  const auto program = ddp_program(two_layers(), job("two"), 3);

  CHECK(sequence(program) == std::vector<std::string>{"input",
                                                      "a",
                                                      "b",
                                                      "b",
                                                      "copy into bucket",
                                                      "bucket 0",
                                                      "a",
                                                      "copy into bucket",
                                                      "bucket 1",
                                                      "copy from bucket",
                                                      "copy from bucket",
                                                      "optimizer",
                                                      "iteration"});
}

TEST_CASE("every rank issues the same") {
  const auto program = ddp_program(two_layers(), job("two"), 3);

  CHECK(program.ranks.size() == 4);
  CHECK(sequence(program, 3) == sequence(program, 0));
}

TEST_CASE("work grows with the batch and keeps its fixed part") {
  const auto program = ddp_program(two_layers(), job("two"), 3);
  const Op& forward = op_named(program, "a", 0);
  const Op& backward = op_named(program, "a", 1);

  CHECK(forward.work.flops == Flops(3000));
  CHECK(forward.work.memory_traffic == Bytes(7 + 3 * 10));
  CHECK(forward.label == Label::kForward);
  CHECK(backward.work.flops == Flops(6000));
  CHECK(backward.work.memory_traffic == Bytes(14 + 3 * 20));
  CHECK(backward.label == Label::kBackward);
  CHECK(backward.launches == 2);
}

TEST_CASE("the input copy is pinned and does not block") {
  const auto program = ddp_program(two_layers(), job("two"), 3);
  const Op& copy = op_named(program, "input");

  CHECK(copy.kind == OpKind::kCopy);
  CHECK(copy.bytes == Bytes(24));
  CHECK(copy.pinned);
  CHECK_FALSE(copy.blocking);
}

TEST_CASE("an all-reduce waits for the copy into its bucket and runs on its own stream") {
  const auto program = ddp_program(two_layers(), job("two"), 3);
  const Op& reduce = op_named(program, "bucket 0");

  CHECK(reduce.stream == kCommunicationStream);
  CHECK(reduce.after == std::vector<host::OpIndex>{position(program, "copy into bucket")});
  CHECK(program.collectives.at(static_cast<std::size_t>(reduce.collective)).bytes == Bytes(1'200'000));
}

TEST_CASE("the copy into a bucket moves it twice with one kernel per tensor") {
  const auto program = ddp_program(two_layers(), job("two"), 3);
  const Op& copy = op_named(program, "copy into bucket", 1);

  CHECK(copy.work.memory_traffic == Bytes(2 * 500'100 * 4));
  CHECK(copy.launches == 2);
}

TEST_CASE("gradients come back after their all-reduce") {
  const auto program = ddp_program(two_layers(), job("two"), 3);

  CHECK(op_named(program, "copy from bucket", 0).after == std::vector<host::OpIndex>{position(program, "bucket 0")});
  CHECK(op_named(program, "copy from bucket", 1).after == std::vector<host::OpIndex>{position(program, "bucket 1")});
}

TEST_CASE("with gradients in the buckets the optimizer waits for every all-reduce") {
  auto spec = job("two");
  spec.gradient_as_bucket_view = true;
  const auto program = ddp_program(two_layers(), spec, 3);

  CHECK(position(program, "copy from bucket") == -1);
  CHECK(op_named(program, "optimizer").after ==
        std::vector<host::OpIndex>{position(program, "bucket 0"), position(program, "bucket 1")});
}

TEST_CASE("without overlap no all-reduce starts before the end of backward") {
  auto spec = job("two");
  spec.overlap = false;
  const auto program = ddp_program(two_layers(), spec, 3);
  const auto last = static_cast<host::OpIndex>(position(program, "copy into bucket", 1));

  CHECK(op_named(program, "bucket 0").after == std::vector<host::OpIndex>{last});
  CHECK(op_named(program, "bucket 1").after == std::vector<host::OpIndex>{last});
  CHECK(position(program, "bucket 0") > last);
}

TEST_CASE("one rank trains without buckets") {
  auto spec = job("two");
  spec.ranks = 1;
  const auto program = ddp_program(two_layers(), spec, 3);

  CHECK(sequence(program) == std::vector<std::string>{"input", "a", "b", "b", "a", "optimizer", "iteration"});
  CHECK(program.collectives.empty());
}

TEST_CASE("dependencies point backwards and collectives are joined once per rank") {
  auto spec = job("resnet-50");
  spec.iterations = 2;
  const auto program = ddp_program(zoo_model("resnet-50"), spec, 4);
  std::vector<int> joined(program.collectives.size(), 0);

  for (std::size_t i = 0; i < program.ranks[0].size(); ++i) {
    const Op& op = program.ranks[0][i];
    for (const auto before : op.after) {
      REQUIRE(before >= 0);
      REQUIRE(before < static_cast<host::OpIndex>(i));
    }
    if (op.kind == OpKind::kCollective) {
      joined.at(static_cast<std::size_t>(op.collective)) += 1;
    }
  }
  CHECK(joined == std::vector<int>(joined.size(), 1));
  CHECK(joined.size() == 2 * (5 + 2));  // five buckets and two broadcasts per iteration
}

TEST_CASE("batch-norm buffers are broadcast before forward") {
  const auto program = ddp_program(zoo_model("resnet-50"), job("resnet-50"), 4);

  CHECK(position(program, "broadcast buffers") < position(program, "conv1"));
  CHECK(op_named(program, "unflatten buffers").after ==
        std::vector<host::OpIndex>{position(program, "broadcast buffers"), position(program, "broadcast counters")});
  CHECK(op_named(program, "unflatten buffers").launches == 159);
}

TEST_CASE("buffers stay at home when asked") {
  auto spec = job("resnet-50");
  spec.broadcast_buffers = false;

  CHECK(count_step(ddp_program(zoo_model("resnet-50"), spec, 4)).broadcasts == 0);
}

TEST_CASE("a step of the largest decoder has 145 all-reduces of six sub-steps") {
  const auto counts = count_step(ddp_program(zoo_model("gpt2-xl"), job("gpt2-xl"), 2));

  CHECK(counts.all_reduces == 145);
  CHECK(counts.sub_steps == 870);
  CHECK(counts.all_reduced == Bytes(6'230'444'800));
  CHECK(counts.broadcasts == 0);
}

TEST_CASE("the tied embedding is reduced after the last backward kernel") {
  const auto program = ddp_program(zoo_model("gpt2-small"), job("gpt2-small"), 1);

  CHECK(position(program, "bucket 12") > position(program, "embeddings", 1));
  CHECK(position(program, "bucket 11") < position(program, "embeddings", 1));
}

TEST_CASE("each iteration ends with one mark after the optimizer") {
  auto spec = job("two");
  spec.iterations = 3;
  const auto program = ddp_program(two_layers(), spec, 3);

  CHECK(program.iterations == 3);
  CHECK(position(program, "iteration", 2) == static_cast<int>(program.ranks[0].size()) - 1);
  // It follows the optimizer on the same stream, so it needs no dependency of its own.
  CHECK(position(program, "iteration") == position(program, "optimizer") + 1);
  CHECK(op_named(program, "iteration").stream == kComputeStream);
}

TEST_CASE("host work and a synchronisation follow the mark when asked") {
  auto spec = job("two");
  spec.synchronize = true;
  spec.host_time = microseconds(5);
  const auto program = ddp_program(two_layers(), spec, 3);
  const auto& ops = program.ranks[0];

  CHECK(ops[ops.size() - 2].kind == OpKind::kSynchronize);
  CHECK(ops[ops.size() - 2].stream == -1);
  CHECK(ops.back().kind == OpKind::kHostWork);
  CHECK(ops.back().host_time == microseconds(5));
}

TEST_CASE("products run in the asked precision and elementwise kernels have none of their own") {
  const auto program = ddp_program(zoo_model("gpt2-small"), job("gpt2-small"), 1);

  CHECK(op_named(program, "lm_head").work.precision == host::Precision::kTf32);
  CHECK(op_named(program, "transformer.h.0.ln_1").work.precision == host::Precision::kFp32);
}
