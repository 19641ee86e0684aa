#include "studies/scenario/folding.hpp"

#include "studies/scenario/tuning.hpp"
#include "workloads/collectives/catalog.hpp"

namespace sealring::studies {
namespace {

std::string unlike_collectives(const Scenario& scenario,
                               const security::ProfileSpec& profile,
                               const host::Program& program) {
  const collectives::Tuner tuner = tuner_of(scenario, profile);
  for (const host::CollectiveSpec& collective : program.collectives) {
    const collectives::Schedule schedule = tuner.schedule(collective);
    collectives::Request request =
        collectives::request_of(collective, schedule, scenario.ranks, scenario.machine.gpus_per_domain);
    request.folded = true;
    const std::string misfit = collectives::make_algorithm(schedule.algorithm)->why_not(request);
    if (!misfit.empty()) {
      return "algorithm " + schedule.algorithm + " " + misfit;
    }
  }
  return {};
}

std::string difference(const Scenario& scenario,
                       const security::ProfileSpec& profile,
                       const host::Program& program,
                       int domains) {
  if (!scenario.fold) {
    return "the scenario says so";
  }
  if (scenario.latency_jitter > Duration()) {
    return "latency_jitter gives every link a latency of its own";
  }
  if (!scenario.workload->ranks_alike()) {
    return "ranks may have operations of their own";
  }
  const std::string unlike = unlike_collectives(scenario, profile, program);
  return !unlike.empty() ? unlike
                         : machine::collisions(
                               machine::plan_network(scenario.machine, static_cast<std::uint64_t>(scenario.seed)),
                               domains,
                               scenario.machine.gpus_per_domain);
}

}  // namespace

Folding folding_of(const Scenario& scenario, const security::ProfileSpec& profile, const host::Program& program) {
  Folding folding;
  folding.domains = std::max(1, scenario.ranks / scenario.machine.gpus_per_domain);
  if (scenario.fidelity != "analytic" || folding.domains == 1) {
    return folding;
  }
  folding.why_not = difference(scenario, profile, program, folding.domains);
  if (folding.why_not.empty()) {
    folding.fold = machine::fold_domains(
        machine::plan_network(scenario.machine, static_cast<std::uint64_t>(scenario.seed)),
        folding.domains,
        scenario.machine.gpus_per_domain);
  }
  return folding;
}

}  // namespace sealring::studies
