#include <catch2/catch.hpp>

#include "tests/contract/collectives/symbolic.hpp"
#include "workloads/collectives/catalog.hpp"

using namespace sealring;
using namespace sealring::collectives;
using test::run_symbolically;

namespace {

const std::vector<CollectiveKind> kKinds{
    CollectiveKind::kAllReduce, CollectiveKind::kReduceScatter, CollectiveKind::kAllGather, CollectiveKind::kBroadcast};
const std::vector<int> kRanks{2, 3, 4, 5, 6, 7, 8, 16, 72};

Request request(CollectiveKind kind, int ranks, std::int64_t bytes) {
  Request r;
  r.kind = kind;
  r.ranks = ranks;
  r.bytes = Bytes(bytes);
  r.root = ranks - 1;
  return r;
}

/// A plan with one fault planted; every fault must be seen by the symbolic run.
class Mutant final : public Plan {
 public:
  enum class Fault { kDroppedDependency, kReductionTooMany, kRoundTooFew };
  Mutant(const Plan& right, Fault fault) : Plan(right.request()), right_(right), fault_(fault) {}
  [[nodiscard]] int primitives(int rank, int lane) const override {
    return right_.primitives(rank, lane) - (fault_ == Fault::kRoundTooFew ? 1 : 0);
  }
  [[nodiscard]] int chunks() const override { return right_.chunks(); }
  [[nodiscard]] int substeps() const override { return right_.substeps(); }
  [[nodiscard]] Primitive at(int rank, int lane, int index) const override {
    Primitive p = right_.at(rank, lane, index);
    if (fault_ == Fault::kDroppedDependency && rank == 1 && index == 2) {
      p.receives = 0;
    }
    if (fault_ == Fault::kReductionTooMany && index == request().ranks) {
      p.reduces = true;
    }
    if (fault_ == Fault::kReductionTooMany && index == request().ranks - 1) {
      p.sends_partial = true;
    }
    return p;
  }

 private:
  const Plan& right_;
  Fault fault_;
};

}  // namespace

TEST_CASE("every algorithm leaves every rank with every contribution exactly once") {
  for (const AlgorithmRow& row : algorithms()) {
    for (const CollectiveKind kind : kKinds) {
      for (const int ranks : kRanks) {
        const Request r = request(kind, ranks, 1000);
        const auto algorithm = row.make();
        if (!algorithm->supports(r)) {
          continue;
        }
        const auto plan = algorithm->plan(r);
        INFO(row.name << " kind " << static_cast<int>(kind) << " ranks " << ranks);
        CHECK(run_symbolically(*plan, 1).fault.empty());
        CHECK(run_symbolically(*plan, 7).fault.empty());
      }
    }
  }
}

TEST_CASE("lanes and pieces carry the whole buffer") {
  for (const AlgorithmRow& row : algorithms()) {
    for (const CollectiveKind kind : kKinds) {
      Request r = request(kind, 5, 12347);
      r.lanes = 3;
      r.pieces = 4;
      const auto plan = row.make()->plan(r);
      INFO(row.name << " kind " << static_cast<int>(kind));
      CHECK(run_symbolically(*plan, 3).fault.empty());
    }
  }
}

TEST_CASE("point to point all-reduce sends at least 2 times n-1 times the buffer") {
  for (const AlgorithmRow& row : algorithms()) {
    for (const int ranks : kRanks) {
      const auto plan = row.make()->plan(request(CollectiveKind::kAllReduce, ranks, 100003));

      CHECK(run_symbolically(*plan, 5).bytes_sent >= 2 * (ranks - 1) * std::int64_t{100003});
    }
  }
}

TEST_CASE("a ring all-reduce has 2 times n-1 sub-steps") {
  for (const int ranks : kRanks) {
    CHECK(make_algorithm("ring")->plan(request(CollectiveKind::kAllReduce, ranks, 8))->substeps() == 2 * (ranks - 1));
  }
}

TEST_CASE("zero bytes and one byte are carried") {
  for (const std::int64_t bytes : {0, 1}) {
    CHECK(run_symbolically(*make_algorithm("ring")->plan(request(CollectiveKind::kAllReduce, 7, bytes)), 1)
              .fault.empty());
  }
}

TEST_CASE("the symbolic run sees a dropped dependency, a reduction too many and a round too few") {
  const auto plan = make_algorithm("ring")->plan(request(CollectiveKind::kAllReduce, 4, 64));

  CHECK_FALSE(run_symbolically(Mutant(*plan, Mutant::Fault::kDroppedDependency), 1).fault.empty());
  CHECK_FALSE(run_symbolically(Mutant(*plan, Mutant::Fault::kReductionTooMany), 1).fault.empty());
  CHECK_FALSE(run_symbolically(Mutant(*plan, Mutant::Fault::kRoundTooFew), 1).fault.empty());
}

TEST_CASE("an unknown algorithm names the known ones") {
  CHECK_THROWS_WITH(make_algorithm("spiral"), "unknown collective algorithm 'spiral'; known: ring");
}
