#include <catch2/catch.hpp>

#include "tests/unit/training/models.hpp"
#include "workloads/training/optimizer.hpp"

using namespace sealring;
using namespace sealring::training;
using namespace sealring::test;

namespace {

Bytes part(const std::vector<MemoryPart>& parts, const std::string& name) {
  for (const auto& each : parts) {
    if (each.name == name) {
      return each.bytes;
    }
  }
  FAIL("no part " + name);
  return Bytes(0);
}

// two_layers: 800,100 parameters; SGD: 4 + 4 + 4 + 4 B each, 12,801,600 B. A sample keeps 40 + 40 + 8 B.
constexpr std::int64_t kFixed = 12'801'600;
constexpr std::int64_t kPerSample = 88;

}  // namespace

TEST_CASE("the account lists weights, gradients, buckets and state apart") {
  // gpt2-xl: 1,557,611,200 parameters, 4 B each, and two values of 4 B for AdamW.
  const auto parts = training_memory(zoo_model("gpt2-xl"), job("gpt2-xl"), eighty_gib(), 1);

  CHECK(part(parts, "weights") == Bytes(6'230'444'800));
  CHECK(part(parts, "gradients") == Bytes(6'230'444'800));
  CHECK(part(parts, "buckets") == Bytes(6'230'444'800));
  CHECK(part(parts, "optimizer") == Bytes(12'460'889'600));
  CHECK(part(parts, "narrow weights") == Bytes(0));
}

TEST_CASE("gradients that live in the buckets are not held twice") {
  auto spec = job("gpt2-small");
  spec.gradient_as_bucket_view = true;

  CHECK(part(training_memory(zoo_model("gpt2-small"), spec, eighty_gib(), 1), "buckets") == Bytes(0));
}

TEST_CASE("one rank has no buckets") {
  auto spec = job("gpt2-small");
  spec.ranks = 1;

  CHECK(part(training_memory(zoo_model("gpt2-small"), spec, eighty_gib(), 1), "buckets") == Bytes(0));
}

TEST_CASE("momentum is one value per parameter") {
  CHECK(optimizer_state(Optimizer::kSgd, 10, 4) == Bytes(40));
  CHECK(optimizer_state(Optimizer::kAdamW, 10, 4) == Bytes(80));
  CHECK(optimizer_state(Optimizer::kAdamWFused, 10, 2) == Bytes(40));
}

TEST_CASE("autocast keeps a narrow copy of the weights") {
  auto spec = job("gpt2-small");
  spec.precision = host::Precision::kBf16;
  const Model model = zoo_model("gpt2-small", spec.model_options());

  CHECK(part(training_memory(model, spec, eighty_gib(), 1), "narrow weights") == Bytes(2 * 124'439'808));
}

TEST_CASE("the natural batch is the largest power of two that fits") {
  const Model model = two_layers();
  const MemoryBudget just{Bytes(kFixed + 8 * kPerSample), Bytes(0), Bytes(0), Bytes(0)};
  const MemoryBudget one_short{Bytes(kFixed + 8 * kPerSample - 1), Bytes(0), Bytes(0), Bytes(0)};

  CHECK(natural_batch(model, job("two"), just) == 8);
  CHECK(natural_batch(model, job("two"), one_short) == 4);
}

TEST_CASE("context, reserve and staging count against the batch") {
  const Model model = two_layers();
  const MemoryBudget budget{Bytes(kFixed + 8 * kPerSample + 6), Bytes(1), Bytes(2), Bytes(4)};

  CHECK(natural_batch(model, job("two"), budget) == 4);
}

TEST_CASE("a model that does not fit is refused with the sum shown") {
  const MemoryBudget small{mebibytes(10), Bytes(1000), Bytes(2000), Bytes(3000)};

  CHECK_THROWS_AS(natural_batch(two_layers(), job("two"), small), config::BadInput);
  try {
    natural_batch(two_layers(), job("two"), small);
  } catch (const config::BadInput& refused) {
    const std::string text = refused.what();
    CHECK_THAT(text, Catch::StartsWith("model 'two' with batch 1 needs "));
    for (const char* name : {"weights",
                             "gradients",
                             "buckets",
                             "optimizer",
                             "activations",
                             "activation gradient",
                             "context",
                             "protected-region reserve",
                             "staging"}) {
      CHECK_THAT(text, Catch::Contains("\n  " + std::string(name) + ": "));
    }
  }
}

TEST_CASE("a given batch that does not fit is refused") {
  auto spec = job("two");
  spec.batch = 9;
  const MemoryBudget budget{Bytes(kFixed + 8 * kPerSample), Bytes(0), Bytes(0), Bytes(0)};

  CHECK_THROWS_AS(chosen_batch(two_layers(), spec, budget), config::BadInput);
  spec.batch = 7;
  CHECK(chosen_batch(two_layers(), spec, budget) == 7);
}

TEST_CASE("natural batches of the study in 80 GiB") {
  // gpt2-xl: 31.15 GB of fixed parts and 1.5 GB of context; a sample keeps 48 x (66 s h + 9 a s^2) = 16.5 GB and more.
  CHECK(natural_batch(zoo_model("gpt2-xl"), job("gpt2-xl"), eighty_gib()) == 2);
  // resnet-50: 85.9 MB per image: 512 take 44 GB, 1,024 would take 88 GB.
  CHECK(natural_batch(zoo_model("resnet-50"), job("resnet-50"), eighty_gib()) == 512);
}

TEST_CASE("multi-tensor AdamW makes eight passes of 80 bytes together") {
  // Reads and writes per parameter: 2, 3, 2, 3, 2, 2, 2, 4 values: 20 of 4 B are 80.
  // One tensor of 65,536 x 320 elements is one launch per pass.
  const auto work = optimizer_work(Optimizer::kAdamW, {{"t", 65'536 * 320}}, 4);

  CHECK(work.traffic == Bytes(80LL * 65'536 * 320));
  CHECK(work.launches == 8);
}

TEST_CASE("a pass is cut by chunks and by tensors") {
  // 321 chunks need two launches in each of SGD's four passes.
  CHECK(optimizer_work(Optimizer::kSgd, {{"t", 65'536 * 320 + 1}}, 4).launches == 8);
  // 111 small tensors: one list allows 110 (2 launches), two lists 64 (2 launches twice), three lists 48 (3 launches).
  CHECK(optimizer_work(Optimizer::kSgd, std::vector<Tensor>(111, {"t", 1}), 4).launches == 3 + 2 + 2 + 2);
}

TEST_CASE("fused AdamW touches each value once") {
  CHECK(optimizer_work(Optimizer::kAdamWFused, {{"t", 1000}}, 4).traffic == Bytes(28 * 1000));
}
