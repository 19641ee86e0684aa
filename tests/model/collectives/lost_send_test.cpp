// A plan in which a send is missing does not end in silence: what waits for it, and what waits for that, is listed.
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/model/collectives/rig.hpp"
#include "tests/model/link/small_machine.hpp"

using namespace sealring;
using namespace sealring::test;
using host::CollectiveKind;

namespace {

/// The executor's list when message `lost` is never sent.
std::string left_over(const Trial& trial, std::int64_t lost) {
  return elaborated(trial.machine, {}, {}, [&](machine::Fabric& fabric) {
    std::string all;
    for (const std::string& line : carry_out(fabric, trial, lost).unfinished) {
      all += line + "\n";
    }
    return all;
  });
}

Trial of(const std::string& algorithm, CollectiveKind kind) {
  Trial trial;
  trial.machine = plain_machine(1, 3);
  trial.scheduler = always(free_steps(algorithm));
  trial.together = {collective(kind, Bytes(3000))};
  return trial;
}

}  // namespace

TEST_CASE("a ring with a missing send says which rank waits for which chunk") {
  // Message 0 is the first from rank 0 to rank 1. Messages carry no names, so rank 1 takes each later one for the one
  // before, and of 4 misses the last, with which chunk 0 would come back.
  CHECK(left_over(of("ring", CollectiveKind::kAllReduce), 0) ==
        "collective 0, rank 1, step 4: waits for chunk 0 from rank 0\n");
  CHECK(left_over(of("ring", CollectiveKind::kAllReduce), -1).empty());
}

TEST_CASE("an all-to-all with a missing send keeps one rank waiting") {
  // Each GPU sends at once: of the six messages, one is missing at one receiver.
  for (std::int64_t lost = 0; lost < 6; ++lost) {
    const std::string text = left_over(of("direct", CollectiveKind::kAllToAll), lost);
    CHECK(text.find('\n') + 1 == text.size());
    CHECK_THAT(text, Catch::Contains(", step 0: waits for chunk "));
  }
}

TEST_CASE("a part that never reaches the switch keeps its head and everybody else waiting") {
  // 3 parts for each of 3 heads come first. The head without its sum multicasts nothing: itself and 3 ranks wait.
  const std::string text = left_over(of("nvls", CollectiveKind::kAllReduce), 0);
  CHECK(std::count(text.begin(), text.end(), '\n') == 4);
}

TEST_CASE("a sender without room at its receiver says so") {
  Trial trial = of("send_recv", CollectiveKind::kSendRecv);
  collectives::Schedule schedule = free_steps("send_recv");
  schedule.pieces = 3;
  schedule.window = 1;
  trial.scheduler = always(schedule);
  // Rank 0's first piece is lost: rank 1 consumes nothing, so that rank 0 may send nothing more.
  CHECK(left_over(trial, 0) ==
        "collective 0, rank 0, step 1: waits for room for chunk 3 at rank 1\n"
        "collective 0, rank 1, step 0: waits for chunk 0 from rank 0\n");
}
