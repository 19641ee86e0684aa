#include "models/link/station_table.hpp"

#include <stdexcept>

#include <catch2/catch.hpp>

#include "models/link/jitter.hpp"

namespace sealring::link {
namespace {

fabric::StationSpec named(const std::string& name) {
  fabric::StationSpec station;
  station.name = name;
  station.latency = nanoseconds(100);
  return station;
}

TEST_CASE("stations are numbered by name whatever the order of construction") {
  StationTable table;
  const StationHandle tenth = table.add(named("node0.gpu10.nvlink"));
  const StationHandle second = table.add(named("node0.gpu2.nvlink"));

  table.seal();

  CHECK(table.id(second) == 0);
  CHECK(table.id(tenth) == 1);
  CHECK(table.stations()[0].name == "node0.gpu2.nvlink");
}

TEST_CASE("two stations of one name are a bug") {
  StationTable table;
  table.add(named("x"));
  table.add(named("x"));

  CHECK_THROWS_AS(table.seal(), std::logic_error);
}

TEST_CASE("no station has a number before the table is sealed") {
  StationTable table;
  const StationHandle handle = table.add(named("x"));

  CHECK_THROWS_AS(table.id(handle), std::logic_error);
}

TEST_CASE("jitter depends on seed and name and stays within its bound") {
  const LatencyJitter jitter{7, nanoseconds(20)};

  CHECK(jitter.of("node0.gpu0.nvlink") == jitter.of("node0.gpu0.nvlink"));
  CHECK(jitter.of("node0.gpu0.nvlink") != jitter.of("node0.gpu1.nvlink"));
  CHECK(jitter.of("node0.gpu0.nvlink") != LatencyJitter{8, nanoseconds(20)}.of("node0.gpu0.nvlink"));
  CHECK(jitter.of("node0.gpu0.nvlink") >= Duration());
  CHECK(jitter.of("node0.gpu0.nvlink") <= nanoseconds(20));
}

TEST_CASE("adding a station shifts no other station's jitter") {
  StationTable one(LatencyJitter{7, nanoseconds(20)});
  one.add(named("b"));
  one.seal();
  StationTable two(LatencyJitter{7, nanoseconds(20)});
  two.add(named("a"));
  two.add(named("b"));
  two.seal();

  CHECK(one.stations()[0].latency == two.stations()[1].latency);
}

TEST_CASE("the generator gives the published first output of splitmix64") {
  // Seed 0: 0xe220a8397b1dcdaf (reference implementation by S. Vigna).
  CHECK(splitmix64(0) == 0xe220a8397b1dcdafULL);
}

}  // namespace
}  // namespace sealring::link
