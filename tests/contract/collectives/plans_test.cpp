#include <algorithm>

#include <catch2/catch.hpp>

#include "tests/contract/collectives/shapes.hpp"
#include "tests/contract/collectives/symbolic.hpp"
#include "workloads/collectives/catalog.hpp"

using namespace sealring;
using namespace sealring::collectives;
using test::request;
using test::run_symbolically;
using test::Shape;
using test::SymbolicResult;

namespace {

/// Calls `check(row, request)` for every request that a row of the catalogue carries out, with few parts.
template <class Check>
void for_each_supported(std::int64_t bytes, Check check) {
  for (const AlgorithmRow& row : algorithms()) {
    for (const CollectiveKind kind : test::kinds()) {
      for (const Shape& shape : test::shapes()) {
        const Request r = request(kind, shape, bytes);
        if (row.make()->supports(r)) {
          check(row, r);
        }
      }
    }
  }
}

std::string text(const AlgorithmRow& row, const Request& r) {
  return row.name + " " + collective_names()[static_cast<std::size_t>(r.kind)] + ", " + std::to_string(r.ranks) +
         " ranks in domains of " + std::to_string(r.domain) + ", " + std::to_string(r.lanes) + " channels, " +
         std::to_string(r.pieces) + " pieces, " + std::to_string(r.slices) + " slices, " +
         std::to_string(r.bytes.count()) + " bytes";
}

struct Parts {
  int channels;
  int pieces;
  int slices;
};

/// 1 to 3 channels with 1 or 2 pieces and slices; only the most of each for many ranks.
std::vector<Parts> ways_to_cut(int ranks) {
  if (ranks > 17) {
    return {{3, 2, 2}};
  }
  return {{1, 1, 1},
          {1, 1, 2},
          {1, 2, 1},
          {1, 2, 2},
          {2, 1, 1},
          {2, 1, 2},
          {2, 2, 1},
          {2, 2, 2},
          {3, 1, 1},
          {3, 1, 2},
          {3, 2, 1},
          {3, 2, 2}};
}

void check_right(const AlgorithmRow& row, const Request& r, const test::SymbolicOrder& order) {
  const std::string fault = run_symbolically(*row.make()->plan(r), order).fault;
  INFO(text(row, r) << ", seed " << order.seed << ", window " << order.window << ": " << fault);
  CHECK(fault.empty());
}

}  // namespace

TEST_CASE("every algorithm leaves every rank with every contribution exactly once, in any order of ready steps") {
  for_each_supported(1000, [](const AlgorithmRow& row, const Request& r) {
    check_right(row, r, {1, 0});
    check_right(row, r, {7, 0});
  });
}

TEST_CASE("channels, pieces and slices carry the whole buffer") {
  for_each_supported(12347, [](const AlgorithmRow& row, Request r) {
    for (const Parts& parts : ways_to_cut(r.ranks)) {
      r.lanes = parts.channels;
      r.pieces = parts.pieces;
      r.slices = parts.slices;
      check_right(row, r, {3, 0});
    }
  });
}

TEST_CASE("no plan deadlocks while a slot has room for the slices of a step") {
  for_each_supported(1000, [](const AlgorithmRow& row, Request r) {
    r.lanes = r.ranks > 17 ? 1 : 2;
    r.pieces = 3;
    for (r.slices = 1; r.slices <= 2; ++r.slices) {
      for (const int window : {1, 2, 8}) {
        check_right(row, r, {11, window * r.slices});
      }
    }
  });
}

TEST_CASE("zero bytes and one byte are carried") {
  for (const std::int64_t bytes : {0, 1}) {
    for_each_supported(bytes, [](const AlgorithmRow& row, Request r) {
      r.lanes = r.ranks > 17 ? 1 : 2;
      r.slices = 2;
      check_right(row, r, {5, 0});
    });
  }
}

TEST_CASE("an all-reduce sends no less than it must") {
  for_each_supported(100003, [](const AlgorithmRow& row, const Request& r) {
    if (r.kind != CollectiveKind::kAllReduce) {
      return;
    }
    INFO(text(row, r));
    const SymbolicResult result = run_symbolically(*row.make()->plan(r), {5, 0});
    const std::int64_t bytes = r.bytes.count();

    if (result.uses_switch) {
      // The switch adds up, but every rank hands over its whole buffer.
      CHECK(*std::min_element(result.sent.begin(), result.sent.end()) >= bytes);
    } else {
      // All contributions to a byte but one travel, and the sum to all ranks but one.
      CHECK(result.bytes_sent() >= bytes * 2 * (r.ranks - 1));
    }
  });
}

TEST_CASE("the ring, the trees and the two levels send no more than they must") {
  for (const std::string name : {"ring", "tree", "hierarchical"}) {
    const auto plan = make_algorithm(name)->plan(request(CollectiveKind::kAllReduce, {16, 4}, 100003));

    CHECK(run_symbolically(*plan, {5, 0}).bytes_sent() == std::int64_t{30} * 100003);
  }
}

TEST_CASE("every collective has an algorithm, every algorithm a collective") {
  std::vector<std::string> used;
  std::vector<CollectiveKind> carried;
  for_each_supported(8, [&](const AlgorithmRow& row, const Request& r) {
    used.push_back(row.name);
    carried.push_back(r.kind);
  });

  for (const std::string& name : algorithm_names()) {
    CHECK(std::count(used.begin(), used.end(), name) > 0);
  }
  for (const CollectiveKind kind : test::kinds()) {
    CHECK(std::count(carried.begin(), carried.end(), kind) > 0);
  }
}

TEST_CASE("an unknown algorithm names the known ones") {
  CHECK_THROWS_WITH(make_algorithm("spiral"),
                    "unknown collective algorithm 'spiral'; known: ring, tree, nvls, nvls_tree, direct, send_recv, "
                    "hierarchical");
}
