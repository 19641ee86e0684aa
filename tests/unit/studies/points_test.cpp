#include "studies/points/points.hpp"

#include <catch2/catch.hpp>

#include "studies/points/pair.hpp"

using namespace sealring::studies;

namespace {

std::string result(const std::string& breakdown) {
  return R"({"kind": "ddp", "iteration_time": {"value": 3000000000000, "unit": "fs"}, "setup": {"total": {"value": 1.5, "unit": "s"}}, "breakdown": )" +
         breakdown + "}";
}

}  // namespace

TEST_CASE("a baseline drops the settings of the profile it is held against, and keeps the others") {
  Point point;
  point.profile = "sealed";
  point = point.with("machine.profiles.sealed.scale_up.kind", "none")
              .with("ddp.batch", "2")
              .with("machine.profiles.sealed_too.x", "1");

  const Pair pair = against(point, "off");

  REQUIRE(pair.baseline.overrides.size() == 2);
  CHECK(pair.baseline.overrides[0].path == "ddp.batch");
  CHECK(pair.baseline.overrides[1].path == "machine.profiles.sealed_too.x");
  CHECK(pair.sealed.overrides.size() == 3);
}

TEST_CASE("a point is a command that a person can paste") {
  Point point{"ddp", "hopper", "off", {{"ddp.batch", "4"}}};
  const std::vector<std::string> expected{"run",
                                          "ddp",
                                          "--machine",
                                          "hopper",
                                          "--profile",
                                          "off",
                                          "--set",
                                          "ddp.batch=4",
                                          "--set",
                                          "a=b c",
                                          "--json",
                                          "--quiet"};
  CHECK(point.with("a", "b c").words() == expected);
}

TEST_CASE("what a point leaves open is left to its scenario") {
  const std::vector<std::string> expected{"run", "x.yaml", "--json", "--quiet"};
  CHECK(Point{"x.yaml", "", "", {}}.words() == expected);
  CHECK(Point{"x.yaml", "", "", {}}.all_overrides().empty());
}

TEST_CASE("machine and profile of a point come after its overrides, as on the command line") {
  const auto all = Point{"x.yaml", "m", "p", {{"profile", "q"}}}.all_overrides();
  REQUIRE(all.size() == 3);
  CHECK(all[1].path == "machine");
  CHECK((all[2].path == "profile" && all[2].value == "p"));
}

TEST_CASE("a changed point leaves the old one alone") {
  const Point point{"ddp", "", "", {}};
  (void)point.with("a", "b");
  CHECK(point.overrides.empty());
}

TEST_CASE("a result gives seconds, parts, numbers and texts") {
  const Measured m = parse_measured(result(
      R"({"units": {"time": "fs"}, "rows": [{"part": "link", "time": 1000000000000}, {"part": "MAC", "time": 2000000000000}]})"));
  CHECK(m.iteration_seconds == Approx(3e-3));
  CHECK(m.setup_seconds == 1.5);
  REQUIRE(m.breakdown_seconds.size() == 2);
  CHECK(m.breakdown_seconds[1].first == "MAC");
  CHECK(m.breakdown_seconds[1].second == Approx(2e-3));
  CHECK(m.number("setup.total") == 1.5);
  CHECK(m.texts.at("kind") == "ddp");
}

TEST_CASE("a number that a result lacks is named") {
  const Measured m = parse_measured(result(R"({"rows": []})"));
  CHECK_THROWS_WITH(m.number("setup.nothing"), "a run's result has no number 'setup.nothing'");
}

TEST_CASE("what is no result of a run is refused") {
  const std::string message = "a run printed something else than its metrics";
  for (const std::string& text : {std::string(),
                                  std::string("{"),
                                  std::string("[1]"),
                                  std::string("3"),
                                  std::string("{}"),
                                  result("3"),
                                  result("{}"),
                                  result(R"({"rows": 3})"),
                                  result(R"({"rows": [3]})"),
                                  result(R"({"rows": [{"part": "link"}]})"),
                                  result(R"({"rows": [{"part": 1, "time": 2}]})")}) {
    CHECK_THROWS_WITH(parse_measured(text), message);
  }
}

TEST_CASE("a result without a set-up is refused") {
  CHECK_THROWS_WITH(parse_measured(R"({"iteration_time": 1, "breakdown": {"rows": []}})"),
                    "a run's result has no number 'setup.total'");
}
