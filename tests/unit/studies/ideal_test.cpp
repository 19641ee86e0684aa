#include "studies/run/ideal.hpp"

#include <catch2/catch.hpp>

#include "workloads/workload.hpp"

using namespace sealring;
using namespace sealring::studies;

namespace {

security::ProfileSpec sealed_everywhere() {
  security::ProfileSpec profile;
  profile.host_copy.kind = "host_bounce";
  profile.command.kind = "ide";
  profile.scale_up.kind = "software_aead";
  profile.scale_out.kind = "inline_link";
  profile.toll = {nanoseconds(1), nanoseconds(2), nanoseconds(3), nanoseconds(4), true};
  profile.multicast = false;
  profile.protected_memory = true;
  profile.cpr_reserve = Bytes(7);
  profile.staging_slots = 3;
  return profile;
}

host::DriverSpec costly_driver() {
  host::DriverSpec driver;
  driver.launch_api = driver.launch_latency = driver.graph_launch_api = nanoseconds(10);
  driver.synchronize_api = driver.copy_api = nanoseconds(20);
  driver.graph_node_overhead = nanoseconds(30);
  driver.copy_latency = nanoseconds(40);
  driver.launch_queue = 9;
  return driver;
}

host::Op op(host::OpKind kind, std::int32_t name, std::vector<host::OpIndex> after) {
  host::Op made;
  made.kind = kind;
  made.name = name;
  made.after = std::move(after);
  return made;
}

}  // namespace

TEST_CASE("without crypto every path is in the clear, and no memory forbids that") {
  const security::ProfileSpec free = without_crypto(sealed_everywhere());
  for (const auto* path : {&free.host_copy, &free.command, &free.scale_up, &free.scale_out}) {
    CHECK(path->kind == "none");
  }
  CHECK_FALSE(free.protected_memory);
}

TEST_CASE("without crypto the tolls of submissions and all capacities stay") {
  const security::ProfileSpec free = without_crypto(sealed_everywhere());
  CHECK(free.toll.launch == nanoseconds(1));
  CHECK(free.toll.launch_latency == nanoseconds(2));
  CHECK(free.toll.graph_launch == nanoseconds(3));
  CHECK(free.toll.synchronize == nanoseconds(4));
  CHECK(free.toll.copies_block);
  CHECK_FALSE(free.multicast);
  CHECK(free.cpr_reserve == Bytes(7));
  CHECK(free.staging_slots == 3);
}

TEST_CASE("without launch costs the host submits for nothing, with tolls or without") {
  Submissions given{{}, sealed_everywhere()};
  given.machine.host.driver = costly_driver();
  const Submissions free = without_launch_costs(given);
  const host::DriverSpec& driver = free.machine.host.driver;
  for (const Duration cost : {driver.launch_api,
                              driver.launch_latency,
                              driver.graph_launch_api,
                              driver.synchronize_api,
                              driver.copy_api,
                              free.profile.toll.launch,
                              free.profile.toll.launch_latency,
                              free.profile.toll.graph_launch,
                              free.profile.toll.synchronize}) {
    CHECK(cost == Duration());
  }
}

TEST_CASE("without launch costs the device, the queue and the crypto stay") {
  Submissions given{{}, sealed_everywhere()};
  given.machine.host.driver = costly_driver();
  const Submissions free = without_launch_costs(given);
  CHECK(free.machine.host.driver.graph_node_overhead == nanoseconds(30));
  CHECK(free.machine.host.driver.copy_latency == nanoseconds(40));
  CHECK(free.machine.host.driver.launch_queue == 9);
  CHECK(free.profile.toll.copies_block);
  CHECK(free.profile.scale_up.kind == "software_aead");
}

TEST_CASE("with perfect overlap the collectives of an iteration come first and wait for nothing") {
  using host::OpKind;
  // names 1 to 4; the second iteration's first kernel waits for the first one's last (2) and its own nothing
  host::Program program;
  program.iterations = 2;
  program.ranks = {{op(OpKind::kKernel, 1, {}),
                    op(OpKind::kCollective, 2, {0}),
                    op(OpKind::kKernel, 3, {0, 1}),
                    op(OpKind::kMark, 4, {2}),
                    op(OpKind::kKernel, 1, {1, 2}),
                    op(OpKind::kCollective, 2, {4}),
                    op(OpKind::kKernel, 3, {4, 5}),
                    op(OpKind::kMark, 4, {6})}};
  const std::vector<host::Op> lifted = workloads::with_perfect_overlap(program).ranks.front();
  std::vector<std::int32_t> names;
  std::vector<std::vector<host::OpIndex>> after;
  for (const host::Op& o : lifted) {
    names.push_back(o.name);
    after.push_back(o.after);
  }
  CHECK(names == std::vector<std::int32_t>{2, 1, 3, 4, 2, 1, 3, 4});
  // old to new places: 0>1 1>0 2>2 3>3 4>5 5>4 6>6 7>7
  CHECK(after == std::vector<std::vector<host::OpIndex>>{{}, {}, {1, 0}, {2}, {}, {0, 2}, {5, 4}, {6}});
}

TEST_CASE("with perfect overlap nothing else of the program changes") {
  host::Program program;
  program.names = {"", "x"};
  program.collectives.emplace_back();
  program.iterations = 1;
  program.ranks = {{op(host::OpKind::kKernel, 1, {}), op(host::OpKind::kMark, 0, {0})}, {}};
  const host::Program lifted = workloads::with_perfect_overlap(program);
  CHECK(lifted.ranks.size() == 2);
  CHECK(lifted.ranks[0].size() == 2);
  CHECK(lifted.ranks[1].empty());
  CHECK(lifted.collectives.size() == 1);
  CHECK(lifted.names == program.names);
}
