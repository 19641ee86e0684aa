#include "studies/scenario/run_size.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/units/text.hpp"
#include "studies/scenario/tuning.hpp"
#include "workloads/traces/vocabulary.hpp"

namespace sealring::studies {
namespace {

Bytes moved_at_once(const Scenario& scenario, const host::Program& program, const collectives::Tuner& tuner) {
  return scenario.fidelity == "packet" ? scenario.machine.scale_up.link.payload_store
                                       : slice_of(scenario, program, tuner);
}

}  // namespace

std::string RunSize::refusal() const {
  return fmt::format("the run would move {:.3g} messages in {:.3g} slices of {}; at most {:.3g} slices are possible",
                     messages,
                     slices,
                     human_text(slice),
                     kMostSlices);
}

RunSize run_size(const Scenario& scenario) {
  const host::Program program = one_iteration(scenario);
  const bool recorded = scenario.workload->own_ranks() > 0;  // has its own iterations
  const double repeats = recorded ? 1 : scenario.warm_up + scenario.iterations;
  const collectives::Tuner tuner = tuner_of(scenario, scenario.security());
  RunSize size;
  size.slice = moved_at_once(scenario, program, tuner);
  for (const host::CollectiveSpec& collective : program.collectives) {
    const traces::SubSteps steps = traces::sub_steps(collective, scenario.ranks);
    const collectives::Schedule schedule = tuner.schedule(collective);
    const double shares = static_cast<double>(schedule.channels) * schedule.pieces * schedule.slices;
    const double share = static_cast<double>(steps.each.count()) / shares;
    const int senders =
        collective.kind == host::CollectiveKind::kBroadcast ? 1 : scenario.ranks;  // a chain, hop by hop
    const double messages = repeats * static_cast<double>(steps.count) * senders * shares;
    const double slices = std::ceil(share / static_cast<double>(size.slice.count()));
    size.messages += messages;
    size.slices += messages * (scenario.fidelity == "analytic" ? 1 : std::max(1.0, slices));
  }
  return size;
}

}  // namespace sealring::studies
