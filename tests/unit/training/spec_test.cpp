#include <catch2/catch.hpp>

#include "tests/unit/training/models.hpp"

using namespace sealring;
using namespace sealring::training;

namespace {

struct Outcome {
  DdpSpec spec;
  std::string problems;
};

Outcome ddp(const std::string& yaml) {
  config::Report report;
  auto document = config::Document::from_text(yaml, "job.yaml", {}, report);
  Outcome outcome{read_ddp(document.root()), ""};
  outcome.problems = report.text();
  return outcome;
}

std::string shape_problems(const std::string& yaml) {
  config::Report report;
  auto document = config::Document::from_text(yaml, "m.yaml", {}, report);
  read_shape(document.root());
  std::string messages;
  for (const auto& problem : report.problems()) {
    messages += problem.path + ": " + problem.message + "\n";
  }
  return messages;
}

}  // namespace

TEST_CASE("a job needs only its model") {
  const auto read = ddp("model: gpt2-xl\n");

  CHECK(read.problems.empty());
  CHECK(read.spec.model == "gpt2-xl");
  CHECK(read.spec.ranks == 4);
  CHECK(read.spec.batch == 0);
  CHECK(read.spec.precision == host::Precision::kTf32);
  CHECK(read.spec.gradient_bytes == 4);
  CHECK_FALSE(read.spec.bucket_cap.has_value());
  CHECK(read.spec.overlap);
}

TEST_CASE("every option of a job is read") {
  const auto read = ddp(
      "model: bert-base\nbatch: 8\nprecision: bf16\nparameter_bytes: 2\nbucket_cap: 50 MiB\n"
      "gradient_as_bucket_view: true\noverlap: false\nbroadcast_buffers: false\noptimizer: adamw_fused\nsequence: 128\n"
      "fused_attention: true\nsynchronize: true\nhost_time: 2 ms\n");

  CHECK(read.problems.empty());
  CHECK(read.spec.batch == 8);
  CHECK(read.spec.precision == host::Precision::kBf16);
  CHECK(read.spec.gradient_bytes == 2);
  CHECK(read.spec.bucket_cap == mebibytes(50));
  CHECK(read.spec.gradient_as_bucket_view);
  CHECK_FALSE(read.spec.overlap);
  CHECK_FALSE(read.spec.broadcast_buffers);
  CHECK(read.spec.optimizer == Optimizer::kAdamWFused);
  CHECK(read.spec.sequence == 128);
  CHECK(read.spec.fused_attention);
  CHECK(read.spec.synchronize);
  CHECK(read.spec.host_time == milliseconds(2));
}

TEST_CASE("16-bit parameters with a 32-bit precision are refused") {
  CHECK_THAT(ddp("model: gpt2-xl\nparameter_bytes: 2\n").problems,
             Catch::Contains("parameter_bytes: 16-bit parameters need precision bf16 or fp16"));
}

TEST_CASE("odd widths and an empty cap are refused in one go") {
  const auto problems = ddp("model: gpt2-xl\ngradient_bytes: 3\nbucket_cap: 0 B\n").problems;

  CHECK_THAT(problems, Catch::Contains("gradient_bytes: 3 bytes; 2 or 4 are possible"));
  CHECK_THAT(problems, Catch::Contains("bucket_cap: at least 1 B is needed"));
}

TEST_CASE("convolution nets train with momentum unless told otherwise") {
  const Model net = test::zoo_model("resnet-50");
  const Model decoder = test::zoo_model("gpt2-small");
  DdpSpec spec;

  CHECK(spec.optimizer_for(net) == Optimizer::kSgd);
  CHECK(spec.optimizer_for(decoder) == Optimizer::kAdamW);
  spec.optimizer = Optimizer::kAdamW;
  CHECK(spec.optimizer_for(net) == Optimizer::kAdamW);
}

TEST_CASE("a shape has exactly the fields of its family") {
  CHECK(
      shape_problems("name: x\nfamily: gpt2\nhidden: 64\nlayers: 2\nheads: 4\nvocabulary: 100\ncontext: 16\n").empty());
  CHECK_THAT(shape_problems("name: x\nfamily: gpt2\nhidden: 64\nlayers: 2\nheads: 4\nvocabulary: 100\n"),
             Catch::Contains("context"));
  CHECK_THAT(shape_problems("name: x\nfamily: vgg\nimage: 224\nclasses: 10\nblocks: [1, 1, 1, 1, 1]\nhidden: 3\n"),
             Catch::Contains("hidden"));
}

TEST_CASE("heads divide the width") {
  CHECK_THAT(shape_problems("name: x\nfamily: gpt2\nhidden: 65\nlayers: 2\nheads: 4\nvocabulary: 100\ncontext: 16\n"),
             Catch::Contains("hidden: 65 is not a multiple of 4"));
}

TEST_CASE("counts are at least one and not absurd") {
  const auto problems =
      shape_problems("name: x\nfamily: gpt2\nhidden: 64\nlayers: 0\nheads: 4\nvocabulary: 99999999\ncontext: 16\n");

  CHECK_THAT(problems, Catch::Contains("layers: 0 is outside 1 to 16777216"));
  CHECK_THAT(problems, Catch::Contains("vocabulary: 99999999 is outside 1 to 16777216"));
}

TEST_CASE("a net has the stages of its family") {
  CHECK_THAT(shape_problems("name: x\nfamily: resnet\nimage: 224\nclasses: 10\nblocks: [1, 1]\n"),
             Catch::Contains("blocks: 2 stages; family 'resnet' has 4"));
}

TEST_CASE("an unknown model lists the known ones") {
  config::Report report;
  load_shape(SEALRING_ZOO, "gpt5", report);

  CHECK(report.problems().size() == 1);
  CHECK_THAT(report.problems().front().message,
             Catch::StartsWith("unknown model 'gpt5'; known: bert-base, bert-base-pretraining, "));
}

TEST_CASE("an unknown family is refused") {
  CHECK_THAT(shape_problems("name: x\nfamily: rnn\nhidden: 3\n"), Catch::Contains("family"));
}
