// The facts of describe_text as a result tree.
#include "models/machine/derived.hpp"
#include "models/machine/machine_topology.hpp"
#include "models/machine/network_plan.hpp"
#include "studies/describe.hpp"

namespace sealring::studies {
namespace {

using machine::DerivedTotals;
using machine::MachineSpec;
using stats::Result;

Result counts(const MachineSpec& machine, const DerivedTotals& totals) {
  Result into;
  into.set("gpus", machine.gpus());
  into.set("gpu", machine.gpu.name);
  into.set("domains", machine.domains);
  into.set("domains_are", machine.domains_word());
  into.set("gpus_per_domain", machine.gpus_per_domain);
  into.set("hosts", machine.hosts());
  into.set("gpus_per_host", machine.gpus_per_host);
  into.set("sockets_per_host", machine.host.cpu.sockets);
  into.set("cpu", machine.host.cpu.name);
  into.set("switches_per_domain", totals.switches_per_domain);
  if (totals.switches_per_domain > 0) {
    into.set("switch", machine.scale_up.chip.name);
    into.set("ports_per_switch", machine.scale_up.chip.ports);
  }
  return into;
}

Result per_gpu(const MachineSpec& machine, const DerivedTotals& totals) {
  Result into;
  into.set("links", totals.links_per_gpu);
  into.set("link", machine.scale_up.link.name);
  into.set("link_bandwidth", machine.scale_up.link.rate_per_direction);
  into.set("scale_up_bandwidth", totals.gpu_rate);
  into.set("memory", machine.gpu.memory);
  into.set("memory_bandwidth", machine.gpu.memory_rate);
  into.set("host_link", machine.host.pcie.name);
  into.set("host_link_bandwidth", totals.host_link);
  if (machine.scale_out.present) {
    into.set("adapters", machine.scale_out.nics_per_gpu);
    into.set("adapter", machine.scale_out.nic.name);
    into.set("scale_out_bandwidth", totals.scale_out_rate);
  }
  return into;
}

Result per_domain(const MachineSpec& machine, const DerivedTotals& totals) {
  Result into;
  into.set("scale_up_bandwidth", totals.domain_rate);
  into.set("bisection", totals.domain_bisection);
  into.set("memory", totals.domain_memory);
  into.set("memory_bandwidth", totals.domain_memory_rate);
  if (machine.scale_out.present) {
    into.set("scale_out_bandwidth", totals.domain_scale_out);
  }
  return into;
}

Result network(const MachineSpec& machine) {
  const machine::NetworkPlan plan = machine::plan_network(machine, 0);
  Result into;
  into.set("topology", machine.scale_out.topology);
  into.set("leaves", plan.leaves());
  into.set("spines", plan.spine_chips);
  into.set("switch", machine.scale_out.chip.name);
  into.set("uplinks_per_leaf", plan.spines() ? plan.uplinks * plan.adapters : 0);
  into.set("oversubscription", machine.scale_out.oversubscription);
  into.set("routing", machine::name(machine.scale_out.routing));
  into.set("cross_rail", machine::name(machine.scale_out.cross_rail));
  return into;
}

stats::Table profiles(const MachineSpec& machine) {
  stats::Table table({{"name", ""},
                      {"host_copy", ""},
                      {"command", ""},
                      {"scale_up", ""},
                      {"scale_out", ""},
                      {"launch_toll", "fs"},
                      {"multicast", ""},
                      {"summary", ""}});
  for (const auto& [name, profile] : machine.profiles) {
    table.add({name,
               profile.host_copy.kind,
               profile.command.kind,
               profile.scale_up.kind,
               profile.scale_out.kind,
               profile.toll.launch.count(),
               profile.multicast && machine.scale_up.chip.multicast,
               profile.summary});
  }
  return table;
}

stats::Table claims(const MachineSpec& machine, const DerivedTotals& totals) {
  stats::Table table(
      {{"claim", ""}, {"published", "B/s"}, {"derived", "B/s"}, {"error", "%"}, {"counts", ""}, {"source", ""}});
  for (const machine::CheckedClaim& checked : machine::check_claims(machine, totals)) {
    table.add({checked.claim.what,
               checked.claim.value.count(),
               checked.derived.count(),
               checked.error_pct + 0.0,
               std::string(checked.claim.both_directions ? "both directions" : "one direction"),
               checked.claim.source});
  }
  return table;
}

}  // namespace

Result describe_facts(const MachineSpec& machine) {
  const DerivedTotals totals = machine::derive(machine, machine::machine_topology(machine));
  Result facts;
  facts.set("name", machine.name);
  facts.set("summary", machine.summary);
  facts.set("counts", counts(machine, totals));
  facts.set("per_gpu", per_gpu(machine, totals));
  facts.set("per_domain", per_domain(machine, totals));
  if (machine.scale_out.present && machine.domains > 1) {
    facts.set("network", network(machine));
  }
  facts.set("profiles", profiles(machine));
  facts.set("published", claims(machine, totals));
  return facts;
}

}  // namespace sealring::studies
