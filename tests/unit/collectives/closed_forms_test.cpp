#include <algorithm>
#include <set>

#include <catch2/catch.hpp>

#include "workloads/collectives/catalog.hpp"

using namespace sealring;
using namespace sealring::collectives;

namespace {

constexpr std::int64_t kBuffer = 1 << 20;

Request all_reduce(int ranks, int domain, std::int64_t bytes) {
  Request r;
  r.ranks = ranks;
  r.domain = domain;
  r.bytes = Bytes(bytes);
  return r;
}

std::unique_ptr<Plan> plan(const std::string& algorithm, const Request& r) {
  return make_algorithm(algorithm)->plan(r);
}

template <class Visit>
void for_each_step(const Plan& plan, int rank, Visit visit) {
  for (int lane = 0; lane < plan.lanes(); ++lane) {
    for (int i = 0; i < plan.primitives(rank, lane); ++i) {
      visit(plan.at(rank, lane, i));
    }
  }
}

std::int64_t bytes_sent(const Plan& plan, int rank) {
  std::int64_t sum = 0;
  for_each_step(plan, rank, [&](const Primitive& p) { sum += p.bytes.count() * p.sends; });
  return sum;
}

/// Bytes that leave the domain of `rank` from that rank.
std::int64_t bytes_across(const Plan& plan, int rank) {
  const int domain = plan.request().domain;
  std::int64_t sum = 0;
  for_each_step(plan, rank, [&](const Primitive& p) {
    for (std::size_t i = 0; p.group == Group::kNone && i < p.sends; ++i) {
      sum += p.to[i] / domain != rank / domain ? p.bytes.count() : 0;
    }
  });
  return sum;
}

}  // namespace

TEST_CASE("a ring all-reduce has 2(n-1) sub-steps, a reduce-scatter half of them") {
  Request r = all_reduce(72, 0, 8);
  CHECK(plan("ring", r)->substeps() == 142);

  r.kind = CollectiveKind::kReduceScatter;
  CHECK(plan("ring", r)->substeps() == 71);
}

TEST_CASE("a hierarchical all-reduce has 2(m-1) + 2(d-1) sub-steps") {
  CHECK(plan("hierarchical", all_reduce(16, 8, 8))->substeps() == 2 * 7 + 2 * 1);
  CHECK(plan("hierarchical", all_reduce(16416, 72, 8))->substeps() == 2 * 71 + 2 * 227);
}

TEST_CASE("a tree all-reduce goes up and down the chain and the tree") {
  CHECK(plan("tree", all_reduce(8, 0, 8))->substeps() == 2 * 7);
  CHECK(plan("tree", all_reduce(64, 8, 8))->substeps() == 2 * (7 + 3));
}

TEST_CASE("an nvls all-reduce is one reduction and one multicast") {
  CHECK(plan("nvls", all_reduce(8, 0, 8))->substeps() == 2);
  CHECK(plan("nvls_tree", all_reduce(32, 8, 8))->substeps() == 2 + 2 * 2);
}

TEST_CASE("pieces and slices multiply sub-steps and chunks") {
  Request r = all_reduce(4, 0, 8);
  r.pieces = 3;
  r.slices = 2;

  CHECK(plan("ring", r)->substeps() == 6 * 3 * 2);
  CHECK(plan("ring", r)->chunks() == 4 * 3 * 2);
}

TEST_CASE("two domains of eight and eight of two send the same bytes in two levels") {
  const auto two = plan("hierarchical", all_reduce(16, 8, kBuffer));
  const auto eight = plan("hierarchical", all_reduce(16, 2, kBuffer));

  // Inside 2(m-1)/m of the buffer, across 2(d-1)/d of the 1/m that is left: 2(md-1)/(md), whichever is m.
  CHECK(bytes_sent(*two, 3) == kBuffer / 16 * 30);
  CHECK(bytes_sent(*eight, 3) == kBuffer / 16 * 30);
}

TEST_CASE("two levels send across only the share of a place in the domain") {
  const auto four = plan("hierarchical", all_reduce(16, 4, kBuffer));

  for (int rank = 0; rank < 16; ++rank) {
    CHECK(bytes_across(*four, rank) == kBuffer / 16 * 6);  // 2(d-1)/d of 1/m
  }
}

TEST_CASE("an nvls rank hands over its buffer and multicasts its share") {
  const auto p = plan("nvls", all_reduce(8, 8, kBuffer));

  CHECK(bytes_sent(*p, 5) == kBuffer + kBuffer / 8);
}

TEST_CASE("the trees take turns at the top ranks, so every rail carries the same") {
  Request r = all_reduce(32, 4, kBuffer);  // 8 domains
  r.lanes = 8;                             // every rank is at the top of two channels, once per tree

  // An inner node sends up once and down twice, a leaf up once; a channel carries 1/8 of the buffer.
  const auto p = plan("tree", r);
  std::int64_t most = 0;
  for (int rank = 0; rank < 32; ++rank) {
    most = std::max(most, bytes_across(*p, rank));
  }
  CHECK(most == 4 * (kBuffer / 8));
}

TEST_CASE("with fewer channels than ranks in a domain, each channel tops at a rank of its own") {
  Request r = all_reduce(16, 8, 800);
  r.lanes = 4;
  const auto p = plan("tree", r);
  std::set<int> tops;
  for (int rank = 0; rank < 8; ++rank) {
    if (bytes_across(*p, rank) > 0) {
      tops.insert(rank);
    }
  }

  CHECK(tops == std::set<int>{0, 1, 2, 3});
}

// The first channel leaves domain 0 at rank 7 for rank 15, domain 1 at rank 8 for rank 16, domain 2 at rank 23; the
// second one enters them a place further on.
TEST_CASE("a ring crosses each border between domains once, per channel at ranks of its own") {
  Request r = all_reduce(24, 8, 24);
  r.lanes = 2;
  const auto p = plan("ring", r);
  std::set<int> at_borders;
  for (int rank = 0; rank < 24; ++rank) {
    if (bytes_across(*p, rank) > 0) {
      at_borders.insert(rank);
    }
  }

  CHECK(at_borders == std::set<int>{7, 8, 23, 0, 9, 16});
}

// Channel c leaves domains 0 and 1 at a rank of its own, and the last domain too, to reach those ranks of domain 0 that
// come before the root; only where the root comes first there are none.
TEST_CASE("a broadcast crosses each border on every rail") {
  Request r = all_reduce(24, 8, kBuffer);
  r.kind = CollectiveKind::kBroadcast;
  r.lanes = 8;
  r.root = 3;
  const auto p = plan("ring", r);
  std::int64_t back = 0;
  for (int rank = 0; rank < 24; ++rank) {
    if (rank < 16) {
      CHECK(bytes_across(*p, rank) == kBuffer / 8);
    } else {
      back += bytes_across(*p, rank);
    }
  }

  CHECK(back == 7 * (kBuffer / 8));
}

TEST_CASE("all-to-all sends each peer its own share straight") {
  Request r = all_reduce(4, 0, 4003);
  r.kind = CollectiveKind::kAllToAll;
  const auto p = plan("direct", r);

  // 4003 bytes in shares of 1001, 1001, 1001, 1000; rank 3 keeps its own.
  CHECK(bytes_sent(*p, 3) == 3003);
  CHECK(bytes_sent(*p, 0) == 3002);
}

TEST_CASE("a far step of a large plan is answered without the others") {
  Request r = all_reduce(16416, 72, 1 << 30);
  r.lanes = 2;
  const auto p = plan("hierarchical", r);

  // 72 steps inside (the last only receives), then 2 * 227 + 1 across, then 72 inside.
  CHECK(p->primitives(0, 0) == 72 + 455 + 72);
  CHECK(p->at(16415, 1, 72).to[0] == 71);  // the last domain's next is the first one
  CHECK(p->at(16415, 1, 72 + 454).sends == 0);
  CHECK(p->at(16415, 1, 72 + 455).to[0] == 16344);
}
