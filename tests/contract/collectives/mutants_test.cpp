// A symbolic run that finds nothing wrong proves something only if it would have found it.
#include <algorithm>
#include <functional>

#include <catch2/catch.hpp>

#include "tests/contract/collectives/shapes.hpp"
#include "tests/contract/collectives/symbolic.hpp"
#include "workloads/collectives/catalog.hpp"

using namespace sealring;
using namespace sealring::collectives;
using test::request;
using test::run_symbolically;

namespace {

struct Step {
  int rank = -1;
  int lane = -1;
  int index = -1;
};

/// A plan with one step changed.
class Mutant final : public Plan {
 public:
  Mutant(const Plan& right, Step where, std::function<void(Primitive&)> change)
      : Plan(right.request()), right_(right), where_(where), change_(std::move(change)) {}
  [[nodiscard]] int lanes() const override { return right_.lanes(); }
  [[nodiscard]] int primitives(int rank, int lane) const override { return right_.primitives(rank, lane); }
  [[nodiscard]] int chunks() const override { return right_.chunks(); }
  [[nodiscard]] int substeps() const override { return right_.substeps(); }
  [[nodiscard]] Primitive at(int rank, int lane, int index) const override {
    Primitive p = right_.at(rank, lane, index);
    if (rank == where_.rank && lane == where_.lane && index == where_.index) {
      change_(p);
    }
    return p;
  }

 private:
  const Plan& right_;
  Step where_;
  std::function<void(Primitive&)> change_;
};

/// A plan in which one lane of one rank has a step more or less.
class Longer final : public Plan {
 public:
  Longer(const Plan& right, Step where, int by) : Plan(right.request()), right_(right), where_(where), by_(by) {}
  [[nodiscard]] int lanes() const override { return right_.lanes(); }
  [[nodiscard]] int primitives(int rank, int lane) const override {
    return right_.primitives(rank, lane) + (rank == where_.rank && lane == where_.lane ? by_ : 0);
  }
  [[nodiscard]] int chunks() const override { return right_.chunks(); }
  [[nodiscard]] int substeps() const override { return right_.substeps(); }
  [[nodiscard]] Primitive at(int rank, int lane, int index) const override {
    return right_.at(rank, lane, std::min(index, right_.primitives(rank, lane) - 1));
  }

 private:
  const Plan& right_;
  Step where_;
  int by_;
};

struct Fault {
  std::string name;
  std::function<bool(const Primitive&)> applies;
  std::function<void(Primitive&)> change;
};

bool sends(const Primitive& p) { return p.sends > 0; }
bool receives(const Primitive& p) { return p.receives > 0; }
bool any(const Primitive&) { return true; }
bool to_ranks(const Primitive& p) { return p.sends > 0 && p.group != Group::kMulticast; }

std::uint8_t next_slot(std::uint8_t slot) { return static_cast<std::uint8_t>((slot + 1) % kMostPeers); }

const std::vector<Fault>& faults() {
  static const std::vector<Fault> all{
      {"wrong chunk", any, [](Primitive& p) { p.chunk += p.chunk > 0 ? -1 : 1; }},
      {"wrong bytes", any, [](Primitive& p) { p.bytes += Bytes(1); }},
      {"dropped receive", receives, [](Primitive& p) { --p.receives; }},
      {"dropped send", sends, [](Primitive& p) { --p.sends; }},
      {"reduction too many or too few", receives, [](Primitive& p) { p.reduces = !p.reduces; }},
      {"partial sum taken for a total", sends, [](Primitive& p) { p.sends_partial = !p.sends_partial; }},
      {"wrong receiver", to_ranks, [](Primitive& p) { p.to[0] += p.to[0] > 0 ? -1 : 1; }},
      {"wrong slot of the receiver", sends, [](Primitive& p) { p.to_slot[0] = next_slot(p.to_slot[0]); }},
      {"wrong own slot", receives, [](Primitive& p) { p.from_slot[0] = next_slot(p.from_slot[0]); }},
      {"lane that does not exist", sends, [](Primitive& p) { p.to_lane = 1 << 20; }},
      {"wrong lane of the sender", receives, [](Primitive& p) { p.from_lane = p.from_lane == 1 ? 0 : 1; }},
      {"multicast to nobody else",
       [](const Primitive& p) { return p.group == Group::kMulticast; },
       [](Primitive& p) { p.group = Group::kNone; }},
      {"part that goes round the switch",
       [](const Primitive& p) { return p.group == Group::kReduce; },
       [](Primitive& p) { p.group = Group::kNone; }},
      {"send taken for a multicast",
       [](const Primitive& p) { return p.sends == 1 && p.group == Group::kNone; },
       [](Primitive& p) { p.group = Group::kMulticast; }},
  };
  return all;
}

/// The first step from rank 1 on that `applies` to, counting on from the last rank to rank 0.
Step find(const Plan& plan, const std::function<bool(const Primitive&)>& applies) {
  const int n = plan.request().ranks;
  for (int i = 1; i <= n; ++i) {
    for (int lane = 0; lane < plan.lanes(); ++lane) {
      for (int index = 0; index < plan.primitives(i % n, lane); ++index) {
        if (applies(plan.at(i % n, lane, index))) {
          return {i % n, lane, index};
        }
      }
    }
  }
  return {};
}

/// Plans of every algorithm for 8 ranks, one per collective.
std::vector<std::pair<std::string, std::unique_ptr<Plan>>> right_plans() {
  std::vector<std::pair<std::string, std::unique_ptr<Plan>>> plans;
  for (const AlgorithmRow& row : algorithms()) {
    for (const CollectiveKind kind : test::kinds()) {
      Request r = request(kind, {8, row.name == "nvls" ? 8 : 4}, 800);
      r.lanes = 2;
      r.slices = 2;
      if (row.make()->supports(r)) {
        plans.emplace_back(row.name + " " + collective_names()[static_cast<std::size_t>(kind)], row.make()->plan(r));
      }
    }
  }
  return plans;
}

}  // namespace

TEST_CASE("a symbolic run sees any step that is wrong") {
  for (const auto& [name, plan] : right_plans()) {
    for (const Fault& fault : faults()) {
      const Step where = find(*plan, fault.applies);
      if (where.rank < 0) {
        continue;
      }
      INFO(name << ": " << fault.name << " at rank " << where.rank << ", lane " << where.lane);
      CHECK_FALSE(run_symbolically(Mutant(*plan, where, fault.change), {1, 0}).fault.empty());
    }
  }
}

TEST_CASE("a symbolic run sees a step too few and a step too many") {
  for (const auto& [name, plan] : right_plans()) {
    const Step where = find(*plan, any);
    INFO(name);
    CHECK_FALSE(run_symbolically(Longer(*plan, where, -1), {1, 0}).fault.empty());
    CHECK_FALSE(run_symbolically(Longer(*plan, where, 1), {1, 0}).fault.empty());
  }
}

TEST_CASE("a symbolic run sees a deadlock of full slots") {
  // Slices go out one after the other, so a ring whose slots hold one slice stands still.
  Request r = request(CollectiveKind::kAllReduce, {4, 0}, 64);
  r.slices = 2;

  CHECK(run_symbolically(*make_algorithm("ring")->plan(r), {1, 1}).fault == "a step never became ready");
}
