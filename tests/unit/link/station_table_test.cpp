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

TEST_CASE("every paced station gets its own seed, which no other station shifts") {
  fabric::StationSpec paced = named("b");
  paced.pace = {0.1, nanoseconds(1000), 0};
  const auto seed = [&](std::uint64_t run, const std::string& name, bool others) {
    StationTable table(LatencyJitter{run, {}});
    if (others) {
      table.add(named("a"));
    }
    paced.name = name;
    const StationHandle handle = table.add(paced);
    table.seal();
    return table.stations()[static_cast<std::size_t>(table.id(handle))].pace.seed;
  };

  CHECK(seed(7, "b", false) == seed(7, "b", true));
  CHECK(seed(7, "b", false) != seed(7, "c", false));
  CHECK(seed(7, "b", false) != seed(8, "b", false));
}

}  // namespace
}  // namespace sealring::link
