// The same system built in two orders gives the same bytes: no result depends on who was constructed first.
#include <catch2/catch.hpp>

#include "sim/stats/writers.hpp"
#include "studies/run/metrics.hpp"
#include "studies/run/simulation.hpp"
#include "studies/scenario/data_folder.hpp"
#include "tests/support/isolated.hpp"

using namespace sealring;
using namespace sealring::studies;

namespace {

using Overrides = std::vector<config::Override>;

std::string metrics(const std::string& scenario_name, const Overrides& overrides, bool reversed) {
  return test::isolated([&] {
    const Scenario scenario = load_scenario(scenario_source(scenario_name, overrides));
    const Plan plan = make_plan(scenario);
    ElaborationOrder order;
    order.reversed = reversed;
    Simulation simulation(scenario, plan, order);
    simulation.run();
    return stats::to_json(metrics_of(scenario, plan, simulation));
  });
}

void check_both_orders(const std::string& scenario, const Overrides& overrides) {
  const std::string forward = metrics(scenario, overrides, false);
  CHECK(forward.find("iteration_time") != std::string::npos);
  CHECK(metrics(scenario, overrides, true) == forward);
}

const Overrides kSmallStep{{"ddp.model", "resnet-50"}, {"ranks", "2"}, {"warm_up", "0"}};

Overrides small_step(const std::string& profile) {
  Overrides overrides = kSmallStep;
  overrides.push_back({"profile", profile});
  return overrides;
}

}  // namespace

TEST_CASE("a training step does not depend on the order of construction") {
  for (const char* profile : {"off", "hopper_emulated", "hopper_ppcie"}) {
    check_both_orders("ddp", small_step(profile));
  }
}

TEST_CASE("a collective with jittered links does not depend on the order of construction") {
  check_both_orders(
      "collective",
      {{"collective.bytes", "3 MB"}, {"latency_jitter", "50 ns"}, {"seed", "3"}, {"lanes", "2"}, {"pieces", "2"}});
}

TEST_CASE("uneven planes do not depend on the order of construction") {
  const std::string imaginary = std::string(SEALRING_TEST_DATA) + "/imaginary_gpu/machine.yaml";
  check_both_orders("collective", {{"machine", imaginary}, {"profile", "inline"}, {"collective.bytes", "1 MB"}});
}

TEST_CASE("another seed of the jitter gives another result") {
  const Overrides one{{"collective.bytes", "1 MB"}, {"latency_jitter", "50 ns"}, {"seed", "1"}};
  const Overrides two{{"collective.bytes", "1 MB"}, {"latency_jitter", "50 ns"}, {"seed", "2"}};
  CHECK(metrics("collective", one, false) != metrics("collective", two, false));
}
