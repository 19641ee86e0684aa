// Steps of NVLSTree that serve one head only.
#include <catch2/catch.hpp>

#include "workloads/collectives/catalog.hpp"
#include "workloads/collectives/schedule.hpp"

using namespace sealring;
using namespace sealring::collectives;

TEST_CASE("a step of one head of NVLSTree takes the time of its own bytes") {
  Schedule schedule;
  schedule.step = nanoseconds(10);
  schedule.lane_rate = Bandwidth(1e9);
  schedule.head_step = nanoseconds(2);
  schedule.head_rate = Bandwidth(4e9);
  Primitive step;
  step.bytes = Bytes(100);

  CHECK(schedule.busy(step) == nanoseconds(110));
  step.of_head = true;
  CHECK(schedule.busy(step) == nanoseconds(27));
}

TEST_CASE("of the steps between domains, those with one way to go are of one head") {
  const int domains = GENERATE(2, 8);
  Request request;
  request.domain = 4;
  request.ranks = 4 * domains;
  request.bytes = Bytes(1 << 20);
  const auto plan = make_algorithm("nvls_tree")->plan(request);
  int heads = 0;
  int forks = 0;
  for (int rank = 0; rank < request.ranks; ++rank) {
    for (int lane = 0; lane < plan->lanes(); ++lane) {
      for (int i = 0; i < plan->primitives(rank, lane); ++i) {
        const Primitive p = plan->at(rank, lane, i);
        heads += p.of_head ? 1 : 0;
        forks += p.sends > 1 || p.receives > 1 ? 1 : 0;
        CHECK_FALSE((p.of_head && (p.sends > 1 || p.receives > 1)));
      }
    }
  }

  CHECK(heads > 0);
  CHECK((forks > 0) == (domains > 2));  // a tree of two has no node with two children
}
