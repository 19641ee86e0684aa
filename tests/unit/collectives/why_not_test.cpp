#include <catch2/catch.hpp>

#include "workloads/collectives/catalog.hpp"

using namespace sealring;
using namespace sealring::collectives;

namespace {

std::string why_not(const std::string& algorithm, CollectiveKind kind, int ranks, int domain) {
  Request r;
  r.kind = kind;
  r.ranks = ranks;
  r.domain = domain;
  return make_algorithm(algorithm)->why_not(r);
}

}  // namespace

TEST_CASE("an algorithm says which collectives it does not carry out") {
  CHECK(why_not("ring", CollectiveKind::kAllToAll, 4, 0) == "does not carry out all_to_all");
  CHECK(why_not("tree", CollectiveKind::kAllGather, 4, 0) == "does not carry out all_gather");
  CHECK(why_not("send_recv", CollectiveKind::kAllReduce, 4, 0) == "does not carry out all_reduce");
}

TEST_CASE("an algorithm says which domains it needs") {
  const CollectiveKind kind = CollectiveKind::kAllReduce;

  CHECK(why_not("nvls", kind, 16, 8) == "needs all 16 ranks in one scale-up domain, not in 2");
  CHECK(why_not("nvls", kind, 8, 8).empty());
  CHECK(why_not("nvls", kind, 8, 72).empty());
  CHECK(why_not("nvls_tree", kind, 8, 0) == "needs several scale-up domains, not 1");
  CHECK(why_not("nvls_tree", kind, 8, 1) == "needs at least 2 ranks in each scale-up domain");
  CHECK(why_not("nvls_tree", kind, 17, 8) == "17 ranks do not fill scale-up domains of 8");
  CHECK(why_not("hierarchical", kind, 17, 8) == "17 ranks do not fill scale-up domains of 8");
  CHECK(why_not("tree", kind, 17, 8).empty());
}

TEST_CASE("a request that no algorithm can carry out is refused by all") {
  for (const AlgorithmRow& row : algorithms()) {
    for (const CollectiveKind kind :
         {CollectiveKind::kAllReduce, CollectiveKind::kAllToAll, CollectiveKind::kSendRecv}) {
      Request r;
      r.kind = kind;
      r.ranks = 1;
      CHECK_FALSE(row.make()->supports(r));
      r.ranks = 2;
      r.lanes = 0;
      CHECK_FALSE(row.make()->supports(r));
      r.lanes = 1;
      r.bytes = Bytes(-1);
      CHECK_FALSE(row.make()->supports(r));
    }
  }
}

TEST_CASE("the root of a broadcast is one of the ranks") {
  Request r;
  r.kind = CollectiveKind::kBroadcast;
  r.ranks = 4;
  r.root = 4;

  CHECK(make_algorithm("ring")->why_not(r) == "root 4 is not one of the ranks 0 to 3");
}

TEST_CASE("more chunks than fit into a number are refused") {
  Request r;
  r.kind = CollectiveKind::kAllToAll;
  r.ranks = 16384;  // 2^28 pairs
  r.lanes = 4;
  CHECK(make_algorithm("direct")->supports(r));

  r.slices = 2;
  CHECK(make_algorithm("direct")->why_not(r) ==
        "more chunks than can be numbered; use fewer channels, pieces or slices");
}
