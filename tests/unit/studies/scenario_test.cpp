#include <catch2/catch.hpp>

#include "sim/config/report.hpp"
#include "studies/scenario/data_folder.hpp"

using namespace sealring;
using namespace sealring::studies;

namespace {

Scenario load(const std::string& name, const std::vector<config::Override>& overrides) {
  return load_scenario(scenario_source(name, overrides));
}

}  // namespace

TEST_CASE("a scenario without ranks takes every GPU of the machine") {
  CHECK(load("collective", {}).ranks == 8);
  CHECK(load("collective", {{"ranks", "3"}}).ranks == 3);
}

TEST_CASE("the last machine given wins, by name or by path") {
  const std::string imaginary = std::string(SEALRING_TEST_DATA) + "/imaginary_gpu/machine.yaml";
  CHECK(load("collective", {{"machine", "hgx_b200"}}).machine.name == "hgx_b200");
  CHECK(load("collective", {{"machine", "hgx_b200"}, {"machine", imaginary}}).machine.name == "imaginary_gpu");
  CHECK(load("collective", {{"machine", imaginary}, {"machine", "hgx_b200"}}).machine.name == "hgx_b200");
}

TEST_CASE("a setting inside the machine applies to the machine that is chosen") {
  const Scenario scenario = load("collective", {{"machine.gpu.sms", "99"}, {"machine", "hgx_b200"}});
  CHECK(scenario.machine.name == "hgx_b200");
  CHECK(scenario.machine.gpu.sms == 99);
}

TEST_CASE("warm-up iterations come before the measured one") {
  CHECK(load("collective", {{"warm_up", "4"}}).setting().iterations == 5);
}

TEST_CASE("a scenario needs a lane, a piece and a byte per slice") {
  CHECK_THROWS_WITH(load("collective", {{"lanes", "0"}}), "--set lanes=0: lanes: from 1 to 4096 are possible\n");
  CHECK_THROWS_WITH(load("collective", {{"pieces", "0"}}), "--set pieces=0: pieces: from 1 to 4096 are possible\n");
  CHECK_THROWS_WITH(load("collective", {{"slice", "0 B"}}),
                    "--set slice=0 B: slice: a slice holds at least one byte\n");
}

TEST_CASE("a schema of the future is refused") {
  CHECK_THROWS_WITH(load("collective", {{"schema", "2"}}), "--set schema=2: schema: this program reads schema 1\n");
}

TEST_CASE("a data folder that is nowhere is named with both places") {
  CHECK_THROWS_WITH(data_folder("nothing/here"),
                    Catch::Contains("share/sealring/nothing/here") && Catch::Contains("the folder 'nothing/here'"));
}
