// Plans of the ranks of some domains that stand for all, beside the plans of the whole.
#include <algorithm>

#include <catch2/catch.hpp>

#include "workloads/collectives/catalog.hpp"

using namespace sealring;
using namespace sealring::collectives;

namespace {

constexpr int kSize = 4;  // of a domain

Request request(CollectiveKind kind, int domains, int kept) {
  Request r;
  r.kind = kind;
  r.ranks = domains * kSize;
  r.domain = kSize;
  r.bytes = Bytes(1'000'003);  // no share is like the others
  r.lanes = 2;
  r.pieces = 3;
  r.slices = 2;
  r.kept_domains = kept;
  return r;
}

/// How many domains further, in a ring of so many, and the place there.
std::pair<int, int> step_to(int from, int to, int domains) {
  return {(to / kSize - from / kSize + domains) % domains, to % kSize};
}

void check_like_every_domain(const Plan& folded, const Plan& whole, int domains, int kept, int rank, int lane, int i) {
  const Primitive step = folded.at(rank, lane, i);
  Bytes largest;
  for (int domain = 0; domain < domains; ++domain) {
    const int image = domain * kSize + rank % kSize;
    const Primitive other = whole.at(image, lane, i);
    REQUIRE(step.receives == other.receives);
    REQUIRE(step.sends == other.sends);
    if (step.sends > 0) {
      REQUIRE(step_to(rank, step.to[0], kept) == step_to(image, other.to[0], domains));
    }
    if (step.receives > 0) {
      REQUIRE(step_to(step.from[0], rank, kept) == step_to(other.from[0], image, domains));
    }
    REQUIRE(step.from_slot == other.from_slot);
    REQUIRE(step.to_slot == other.to_slot);
    largest = std::max(largest, other.bytes);
  }
  REQUIRE(step.bytes == largest);
}

Bytes sent_across(const Plan& plan) {
  Bytes sum;
  for (int rank = 0; rank < plan.request().ranks; ++rank) {
    for (int lane = 0; lane < plan.lanes(); ++lane) {
      for (int i = 0; i < plan.primitives(rank, lane); ++i) {
        const Primitive step = plan.at(rank, lane, i);
        sum += step.sends > 0 && step.to[0] / kSize != rank / kSize ? step.bytes : Bytes(0);
      }
    }
  }
  return sum;
}

constexpr auto kKinds = {CollectiveKind::kAllReduce, CollectiveKind::kReduceScatter, CollectiveKind::kAllGather};

}  // namespace

TEST_CASE("a rank of a folded plan does at every step what its images do in all domains") {
  const auto algorithm = make_algorithm("hierarchical");
  for (const CollectiveKind kind : kKinds) {
    for (const auto& [domains, kept] : {std::pair{3, 2}, {8, 2}, {8, 3}, {5, 4}}) {
      const auto whole = algorithm->plan(request(kind, domains, 0));
      const auto folded = algorithm->plan(request(kind, domains, kept));
      for (int rank = 0; rank < kept * kSize; ++rank) {
        for (int lane = 0; lane < whole->lanes(); ++lane) {
          REQUIRE(folded->primitives(rank, lane) == whole->primitives(rank, lane));
          for (int i = 0; i < whole->primitives(rank, lane); ++i) {
            check_like_every_domain(*folded, *whole, domains, kept, rank, lane, i);
          }
        }
      }
    }
  }
}

TEST_CASE("a folded plan knows what all domains send to each other") {
  const auto algorithm = make_algorithm("hierarchical");
  for (const CollectiveKind kind : kKinds) {
    CHECK(algorithm->plan(request(kind, 5, 2))->crossing() == sent_across(*algorithm->plan(request(kind, 5, 0))));
  }
}

TEST_CASE("no plan is folded whose domains differ") {
  for (const char* name : {"ring", "tree", "nvls", "nvls_tree"}) {
    const auto algorithm = make_algorithm(name);
    CHECK(algorithm->why_not(request(CollectiveKind::kAllReduce, 5, 2)) ==
          "does not do the same in every scale-up domain");
  }
  Request uneven = request(CollectiveKind::kAllReduce, 5, 2);
  uneven.ranks = 18;
  CHECK(make_algorithm("hierarchical")->why_not(uneven) == "18 ranks do not fill scale-up domains of 4");
}
