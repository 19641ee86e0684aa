#include "sim/stats/activity_log.hpp"

#include <random>

#include <catch2/catch.hpp>

using namespace sealring;
using stats::Activity;
using stats::ActivityId;
using stats::ActivityLog;
using stats::kNone;

namespace {

Instant at(std::int64_t fs) { return Instant(femtoseconds(fs)); }

Activity step(std::int64_t start, std::int64_t end, ActivityId cause, std::uint8_t label = 0) {
  Activity activity;
  activity.start = at(start);
  activity.end = at(end);
  activity.cause = cause;
  activity.label = label;
  return activity;
}

std::uint32_t below(std::mt19937& dice, std::uint32_t limit) { return static_cast<std::uint32_t>(dice()) % limit; }

}  // namespace

TEST_CASE("an activity must start when its cause ends", "[stats]") {
  ActivityLog log;
  const ActivityId first = log.record(step(0, 10, kNone));
  CHECK_THROWS_AS(log.record(step(11, 20, first)), std::logic_error);
  CHECK_THROWS_AS(log.record(step(9, 20, first)), std::logic_error);
  CHECK(log.record(step(10, 20, first)) == 1);
}

TEST_CASE("an activity without a cause must start at zero", "[stats]") {
  ActivityLog log;
  CHECK_THROWS_AS(log.record(step(5, 10, kNone)), std::logic_error);
}

TEST_CASE("an activity cannot end before it starts or follow an unknown cause", "[stats]") {
  ActivityLog log;
  const ActivityId first = log.record(step(0, 10, kNone));
  CHECK_THROWS_AS(log.record(step(10, 9, first)), std::logic_error);
  CHECK_THROWS_AS(log.record(step(10, 12, 7)), std::logic_error);
}

TEST_CASE("the later cause wins and ties prefer the first", "[stats]") {
  ActivityLog log;
  const ActivityId a = log.record(step(0, 10, kNone));
  const ActivityId b = log.record(step(0, 12, kNone));
  const ActivityId c = log.record(step(0, 12, kNone));
  CHECK(log.later(a, b) == b);
  CHECK(log.later(b, c) == b);
  CHECK(log.later(c, b) == c);
  CHECK(log.later(kNone, a) == a);
}

TEST_CASE("a critical path clips the activity that spans its beginning", "[stats]") {
  ActivityLog log;
  const ActivityId a = log.record(step(0, 10, kNone, 3));  // clipped: 4..10
  const ActivityId b = log.record(step(10, 25, a, 1));
  const ActivityId c = log.record(step(25, 30, b, 3));
  const auto parts = log.critical_path(c, at(4));
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].label == 1);
  CHECK(parts[0].time == femtoseconds(15));
  CHECK(parts[1].label == 3);
  CHECK(parts[1].time == femtoseconds(6 + 5));
  CHECK(parts[1].activities == 2);
}

TEST_CASE("a path lists its activities last first and leaves out what ended before it", "[stats]") {
  ActivityLog log;
  const ActivityId a = log.record(step(0, 10, kNone));
  const ActivityId b = log.record(step(10, 25, a));
  const ActivityId c = log.record(step(25, 30, b));
  CHECK(log.path(c, at(10)) == std::vector<ActivityId>{c, b});
  CHECK(log.path(c, at(9)) == std::vector<ActivityId>{c, b, a});
}

TEST_CASE("the parts of a critical path add up to the femtosecond on random graphs", "[stats]") {
  std::mt19937 dice(20240607);
  for (int round = 0; round < 200; ++round) {
    ActivityLog log;
    for (int i = 0; i < 200; ++i) {
      const auto n = static_cast<std::uint32_t>(log.size());
      ActivityId cause = kNone;
      if (n > 0 && below(dice, 10) > 0) {
        cause = log.later(below(dice, n), below(dice, n));
      }
      const std::int64_t start = log.end_of(cause).count();
      log.record(step(start, start + below(dice, 1'000'003), cause, static_cast<std::uint8_t>(below(dice, 25))));
    }
    const auto last = static_cast<ActivityId>(log.size() - 1);
    const Instant from = at(log.end_of(last).count() * static_cast<std::int64_t>(below(dice, 101)) / 100);
    Duration sum;
    for (const auto& part : log.critical_path(last, from)) {
      sum += part.time;
    }
    REQUIRE(sum == log.end_of(last) - from);
  }
}
