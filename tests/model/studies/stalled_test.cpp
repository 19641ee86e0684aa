// A run that ends with unfinished operations is refused, and says which.
#include <catch2/catch.hpp>

#include "studies/run/run.hpp"
#include "studies/run/simulation.hpp"
#include "studies/scenario/data_folder.hpp"
#include "tests/support/isolated.hpp"

using namespace sealring;
using namespace sealring::studies;

TEST_CASE("a rank that never joins a collective leaves the others unfinished by name") {
  const std::string said = test::isolated([] {
    const Scenario scenario = load_scenario(scenario_source("collective", {{"ranks", "3"}, {"warm_up", "0"}}));
    Plan plan = make_plan(scenario);
    plan.program.ranks[1].erase(plan.program.ranks[1].begin());  // its collective; the mark stays
    Simulation simulation(scenario, plan);
    try {
      simulation.run();
    } catch (const Stalled& stalled) {
      return std::string(stalled.what());
    }
    return std::string("it ended well");
  });
  CHECK_THAT(said, Catch::StartsWith("the simulation ended with unfinished operations:\n"));
  CHECK_THAT(said, Catch::Contains("\n  rank0.stream0: op 0 (collective step) is in collective 0\n"));
  CHECK_THAT(said, Catch::Contains("\n  collective 0, rank 1, step 0: waits for its own rank to join\n"));
}
