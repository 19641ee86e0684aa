#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "models/label.hpp"
#include "studies/report/chrome_trace.hpp"

using namespace sealring;
using nlohmann::json;
using report::to_chrome_trace;
using stats::Activity;

namespace {

Activity activity(Duration start, Duration length, Label label, stats::ActivityId cause) {
  Activity made;
  made.start = Instant(start);
  made.end = Instant(start + length);
  made.label = static_cast<std::uint8_t>(label);
  made.cause = cause;
  return made;
}

std::vector<json> slices(const std::string& trace) {
  std::vector<json> found;
  const json all = json::parse(trace);
  for (const json& event : all["traceEvents"]) {
    if (event["ph"] == "X") {
      found.push_back(event);
    }
  }
  return found;
}

std::vector<std::string> threads(const std::string& trace) {
  std::vector<std::string> found;
  const json all = json::parse(trace);
  for (const json& event : all["traceEvents"]) {
    if (event["name"] == "thread_name") {
      found.push_back(event["args"]["name"]);
    }
  }
  return found;
}

/// Chains on a few tracks: each activity starts where a random earlier one ended, so they overlap in every way.
stats::ActivityLog random_log(std::uint64_t seed, int size) {
  stats::ActivityLog log;
  const auto next = [&seed](std::uint64_t limit) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (seed >> 33) % limit;
  };
  for (int i = 0; i < size; ++i) {
    const auto cause = i == 0 || next(4) == 0 ? stats::kNone : static_cast<stats::ActivityId>(next(log.size()));
    const Duration start = log.end_of(cause).since_start();
    Activity made = activity(start, picoseconds(static_cast<std::int64_t>(next(5000))), Label::kLink, cause);
    made.track = static_cast<std::int32_t>(next(3));
    log.record(made);
  }
  return log;
}

/// Whole nanoseconds, so that sums are exact.
std::int64_t nanos(const json& microseconds) { return std::llround(microseconds.get<double>() * 1000); }

bool nest_or_disjoint(const json& a, const json& b) {
  const std::int64_t a0 = nanos(a["ts"]), a1 = a0 + nanos(a["dur"]), b0 = nanos(b["ts"]), b1 = b0 + nanos(b["dur"]);
  return a1 <= b0 || b1 <= a0 || (a0 <= b0 && b1 <= a1) || (b0 <= a0 && a1 <= b1);
}

int misnested(const std::vector<json>& events) {
  int found = 0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    for (std::size_t j = i + 1; j < events.size(); ++j) {
      found += events[i]["tid"] == events[j]["tid"] && !nest_or_disjoint(events[i], events[j]) ? 1 : 0;
    }
  }
  return found;
}

}  // namespace

TEST_CASE("an activity becomes a slice with its label bytes and cause") {
  stats::ActivityLog log;
  const auto first = log.record(activity(Duration(), nanoseconds(1500), Label::kBackward, stats::kNone));
  Activity second = activity(nanoseconds(1500), nanoseconds(250), Label::kSeal, first);
  second.bytes = 4096;
  log.record(second);

  const json slice = slices(to_chrome_trace(log, {{{"rank 0", "compute"}}})).at(1);

  CHECK(slice["name"] == "seal");
  CHECK(slice["ts"] == 1.5);
  CHECK(slice["dur"] == 0.25);
  CHECK(slice["args"]["bytes"] == 4096);
  CHECK(slice["args"]["cause"] == 0);
  CHECK(slice["args"]["duration_fs"] == 250'000'000);
}

TEST_CASE("the first cause is null") {
  stats::ActivityLog log;
  log.record(activity(Duration(), nanoseconds(1), Label::kForward, stats::kNone));

  CHECK(slices(to_chrome_trace(log, {})).at(0)["args"]["cause"].is_null());
}

TEST_CASE("a named activity shows its name and keeps its label") {
  stats::ActivityLog log;
  Activity named = activity(Duration(), nanoseconds(1), Label::kForward, stats::kNone);
  named.name = 1;
  log.record(named);

  const json slice = slices(to_chrome_trace(log, {{}, {"", "layer 0"}})).at(0);

  CHECK(slice["name"] == "layer 0");
  CHECK(slice["args"]["label"] == "forward");
}

TEST_CASE("tracks of one process share its number and have rows of their own") {
  stats::ActivityLog log;
  for (const std::int32_t track : {0, 1}) {
    Activity made = activity(Duration(), nanoseconds(1), Label::kForward, stats::kNone);
    made.track = track;
    log.record(made);
  }

  const auto found = slices(to_chrome_trace(log, {{{"rank 0", "compute"}, {"rank 0", "communication"}}}));

  CHECK(found.at(0)["pid"] == found.at(1)["pid"]);
  CHECK(found.at(0)["tid"] != found.at(1)["tid"]);
}

TEST_CASE("activities that overlap partially move to a second row of the track") {
  stats::ActivityLog log;
  const auto first = log.record(activity(Duration(), nanoseconds(2), Label::kLink, stats::kNone));
  log.record(activity(Duration(), nanoseconds(4), Label::kLink, stats::kNone));
  log.record(activity(nanoseconds(2), nanoseconds(9), Label::kLink, first));  // 2 to 11 against 0 to 4

  CHECK(threads(to_chrome_trace(log, {{{"rank 0", "wire"}}})) == std::vector<std::string>{"wire", "wire (2)"});
}

TEST_CASE("slices of one row always nest or are disjoint") {
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u, 5u}) {
    const auto events = slices(to_chrome_trace(random_log(seed, 200), {}));

    CHECK(events.size() == 200);
    CHECK(misnested(events) == 0);
  }
}

TEST_CASE("an empty log is a valid trace") { CHECK(slices(to_chrome_trace({}, {})).empty()); }
