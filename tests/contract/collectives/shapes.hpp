// The requests that the contract of plans is tested with.
#pragma once

#include <vector>

#include "workloads/collectives/plan.hpp"

namespace sealring::test {

struct Shape {
  int ranks;
  int domain;  ///< 0: one
};

inline const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all{{2, 0},  {3, 0},  {4, 0},  {5, 0}, {6, 0},  {7, 0},  {8, 0},
                                      {16, 0}, {17, 0}, {8, 4},  {8, 2}, {16, 2}, {16, 8}, {15, 5},
                                      {16, 4}, {5, 1},  {17, 4}, {3, 8}, {72, 0}, {72, 8}};
  return all;
}

inline const std::vector<collectives::CollectiveKind>& kinds() {
  using collectives::CollectiveKind;
  static const std::vector<CollectiveKind> all{CollectiveKind::kAllReduce,
                                               CollectiveKind::kReduceScatter,
                                               CollectiveKind::kAllGather,
                                               CollectiveKind::kBroadcast,
                                               CollectiveKind::kAllToAll,
                                               CollectiveKind::kSendRecv};
  return all;
}

inline collectives::Request request(collectives::CollectiveKind kind, Shape shape, std::int64_t bytes) {
  collectives::Request r;
  r.kind = kind;
  r.ranks = shape.ranks;
  r.domain = shape.domain;
  r.bytes = Bytes(bytes);
  r.root = shape.ranks - 1;
  return r;
}

}  // namespace sealring::test
