#include "studies/scenario/folding.hpp"

#include <algorithm>

#include "studies/scenario/tuning.hpp"
#include "workloads/collectives/catalog.hpp"

namespace sealring::studies {
namespace {

constexpr int kLeastKept = 2;  // a message needs another domain to go to

std::string unlike_collectives(const Scenario& scenario,
                               const security::ProfileSpec& profile,
                               const host::Program& program) {
  const collectives::Tuner tuner = tuner_of(scenario, profile);
  for (const host::CollectiveSpec& collective : program.collectives) {
    const collectives::Schedule schedule = tuner.schedule(collective);
    collectives::Request request =
        collectives::request_of(collective, schedule, scenario.ranks, scenario.machine.gpus_per_domain);
    request.kept_domains = kLeastKept;
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
  if (scenario.latency_jitter > Duration()) {
    return "latency_jitter gives every link a latency of its own";
  }
  if (!scenario.workload->ranks_alike()) {
    return "ranks may have operations of their own";
  }
  if (!scenario.machine.scale_out.gpudirect) {
    return "messages pass host memory, where those that come and go meet in another order in every domain";
  }
  const std::string unlike = unlike_collectives(scenario, profile, program);
  return !unlike.empty()
             ? unlike
             : machine::collisions(machine::plan_network(scenario.machine, static_cast<std::uint64_t>(scenario.seed)),
                                   domains,
                                   scenario.machine.gpus_per_domain);
}

}  // namespace

Folding folding_of(const Scenario& scenario, const security::ProfileSpec& profile, const host::Program& program) {
  Folding folding;
  const int domains = std::max(1, scenario.ranks / scenario.machine.gpus_per_domain);
  const int kept = scenario.fold == 0 ? domains : std::min(domains, scenario.fold);
  folding.fold.domains = folding.fold.kept = domains;
  if (scenario.fidelity != "analytic" || kept == domains) {
    return folding;
  }
  folding.why_not = difference(scenario, profile, program, domains);
  if (folding.why_not.empty()) {
    folding.fold =
        machine::fold_domains(machine::plan_network(scenario.machine, static_cast<std::uint64_t>(scenario.seed)),
                              domains,
                              kept,
                              scenario.machine.gpus_per_domain);
  }
  return folding;
}

}  // namespace sealring::studies
