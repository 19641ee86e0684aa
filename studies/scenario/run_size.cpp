#include "studies/scenario/run_size.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/units/text.hpp"
#include "studies/scenario/folding.hpp"
#include "studies/scenario/tuning.hpp"
#include "workloads/collectives/catalog.hpp"
#include "workloads/traces/vocabulary.hpp"

namespace sealring::studies {
namespace {

Bytes moved_at_once(const Scenario& scenario, const host::Program& program, const collectives::Tuner& tuner) {
  return scenario.fidelity == "packet" ? scenario.machine.scale_up.link.payload_store
                                       : slice_of(scenario, program, tuner);
}

/// Of one occurrence, in the domains that stand for all.
double folded_messages(const Scenario& scenario,
                       const host::CollectiveSpec& collective,
                       const collectives::Schedule& schedule,
                       int kept) {
  const int domain = scenario.machine.gpus_per_domain;
  collectives::Request request = collectives::request_of(collective, schedule, scenario.ranks, domain);
  request.kept_domains = kept;
  const auto plan = collectives::make_algorithm(schedule.algorithm)->plan(request);
  return static_cast<double>(plan->substeps()) * plan->lanes() * kept * domain;
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
  const machine::Fold fold = folding_of(scenario, scenario.security(), program).fold;
  RunSize size;
  size.slice = moved_at_once(scenario, program, tuner);
  for (const host::CollectiveSpec& collective : program.collectives) {
    const traces::SubSteps steps = traces::sub_steps(collective, scenario.ranks);
    const collectives::Schedule schedule = tuner.schedule(collective);
    const double shares = static_cast<double>(schedule.channels) * schedule.pieces * schedule.slices;
    const double share = static_cast<double>(steps.each.count()) / shares;
    const int senders =
        collective.kind == host::CollectiveKind::kBroadcast ? 1 : scenario.ranks;  // a chain, hop by hop
    const double messages = repeats * (fold.folded() ? folded_messages(scenario, collective, schedule, fold.kept)
                                                     : static_cast<double>(steps.count) * senders * shares);
    const double slices = std::ceil(share / static_cast<double>(size.slice.count()));
    size.messages += messages;
    size.slices += messages * (scenario.fidelity == "analytic" ? 1 : std::max(1.0, slices));
  }
  return size;
}

}  // namespace sealring::studies
