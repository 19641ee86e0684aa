#include "sim/stats/result.hpp"

#include <stdexcept>

#include <catch2/catch.hpp>

using namespace sealring;
using stats::Result;

TEST_CASE("children keep the order of insertion") {
  Result result;
  result.set("zeta", 1);
  result.set("alpha", 2);

  CHECK(result.children()[0].first == "zeta");
  CHECK(result.children()[1].first == "alpha");
}

TEST_CASE("a name set twice is a bug") {
  Result result;
  result.set("time", 1);

  CHECK_THROWS_AS(result.set("time", 2), std::logic_error);
}

TEST_CASE("a value cannot be reopened as a group") {
  Result result;
  result.set("link", 1);

  CHECK_THROWS_AS(result.group("link"), std::logic_error);
}

TEST_CASE("a group is made once and found again") {
  Result result;
  result.group("gpu").set("a", 1);
  result.group("gpu").set("b", 2);

  CHECK(result.children().size() == 1);
  CHECK(result.find("gpu")->children().size() == 2);
}

TEST_CASE("group_at descends along the dots") {
  Result result;
  result.group_at("node0.gpu3").set("bytes", Bytes(5));

  const Result* node = result.find("node0");
  REQUIRE(node != nullptr);
  CHECK(std::get<std::int64_t>(node->find("gpu3")->find("bytes")->value()) == 5);
}

TEST_CASE("the type of a quantity gives its unit") {
  Result result;
  result.set("bytes", Bytes(1));
  result.set("time", nanoseconds(2));
  result.set("rate", gigabytes_per_second(1));

  CHECK(result.find("bytes")->unit() == "B");
  CHECK(result.find("time")->unit() == "fs");
  CHECK(std::get<std::int64_t>(result.find("time")->value()) == 2'000'000);
  CHECK(result.find("rate")->unit() == "B/s");
}

TEST_CASE("a text literal is text and not a flag") {
  Result result;
  result.set("name", "ring");

  CHECK(std::get<std::string>(result.find("name")->value()) == "ring");
}

TEST_CASE("only arrays take elements") {
  Result result;
  result.array("rows").append().set("id", "a");

  CHECK(result.find("rows")->children().size() == 1);
  CHECK_THROWS_AS(result.append(), std::logic_error);
}

TEST_CASE("a table refuses a row of the wrong width") {
  stats::Table table({{"cap", "MiB"}, {"slowdown"}});

  CHECK_THROWS_AS(table.add({std::int64_t{25}}), std::logic_error);
}
