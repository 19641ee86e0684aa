#include "studies/describe.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "models/machine/derived.hpp"
#include "models/machine/machine_topology.hpp"
#include "models/machine/network_plan.hpp"
#include "sim/topology/drawing.hpp"
#include "sim/units/text.hpp"

namespace sealring::studies {
namespace {

using machine::DerivedTotals;
using machine::MachineSpec;
using security::ProfileSpec;

std::string line(const std::string& what, const std::string& value) { return fmt::format("  {:<22}{}\n", what, value); }

std::string counted(int count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string one_way(Bandwidth rate) { return human_text(rate) + " each way"; }

std::string counts_text(const MachineSpec& machine, const DerivedTotals& totals) {
  std::string out = line("gpus", fmt::format("{} x {}", machine.gpus(), machine.gpu.name));
  out +=
      line(machine.domains_word(), fmt::format("{} of {}", machine.domains, counted(machine.gpus_per_domain, "GPU")));
  out += line("hosts",
              fmt::format("{} x {} x {}, {} each",
                          machine.hosts(),
                          machine.host.cpu.sockets,
                          machine.host.cpu.name,
                          counted(machine.gpus_per_host, "GPU")));
  if (totals.switches_per_domain > 0) {
    out += line("scale-up switches",
                fmt::format("{} per domain, {}, {} ports",
                            totals.switches_per_domain,
                            machine.scale_up.chip.name,
                            machine.scale_up.chip.ports));
  }
  return out;
}

std::string links_text(const MachineSpec& machine) {
  if (machine.scale_up.links_per_plane.empty()) {
    return fmt::format("{} to each other GPU", machine.scale_up.links_per_pair);
  }
  const auto& planes = machine.scale_up.links_per_plane;
  if (std::count(planes.begin(), planes.end(), planes.front()) == static_cast<std::ptrdiff_t>(planes.size())) {
    return fmt::format("{} per switch", planes.front());
  }
  return fmt::format("{} per switch", fmt::join(planes, "/"));
}

std::string scale_up_text(const MachineSpec& machine, const DerivedTotals& totals) {
  if (!machine.scale_up.linked()) {
    return line("scale-up links",
                machine.scale_up.peer_access ? "none: peers meet over PCIe" : "none: peers meet in host memory");
  }
  std::string out;
  out += line("scale-up links",
              fmt::format("{} of {} at {} each way, {}",
                          totals.links_per_gpu,
                          machine.scale_up.link.name,
                          human_text(machine.scale_up.link.rate_per_direction),
                          links_text(machine)));
  if (machine.scale_up.links_per_plane.size() > 1) {
    out += line("planes", "striped by address: taken as one wire, every slice spread evenly over all links");
  }
  return out + line("scale-up bandwidth", one_way(totals.gpu_rate));
}

std::string gpu_text(const MachineSpec& machine, const DerivedTotals& totals) {
  std::string out = "per GPU\n" + scale_up_text(machine, totals);
  out += line("memory", fmt::format("{} at {}", human_text(machine.gpu.memory), human_text(machine.gpu.memory_rate)));
  out += line("host link", fmt::format("{}, {}", machine.host.pcie.name, one_way(totals.host_link)));
  if (machine.scale_out.present) {
    out += line(
        "scale-out",
        fmt::format(
            "{} x {}, {}", machine.scale_out.nics_per_gpu, machine.scale_out.nic.name, one_way(totals.scale_out_rate)));
  }
  return out;
}

std::string domain_text(const MachineSpec& machine, const DerivedTotals& totals) {
  std::string out = "per domain\n";
  out += line("scale-up bandwidth", one_way(totals.domain_rate));
  out += line("bisection", one_way(totals.domain_bisection));
  out +=
      line("memory", fmt::format("{} at {}", human_text(totals.domain_memory), human_text(totals.domain_memory_rate)));
  if (machine.scale_out.present) {
    out += line("scale-out", one_way(totals.domain_scale_out));
  }
  return out;
}

/// Counts of what joins the domains; the leaves of all rails together.
std::string network_text(const MachineSpec& machine) {
  if (!machine.scale_out.present || machine.domains < 2) {
    return "";
  }
  const machine::ScaleOutSpec& spec = machine.scale_out;
  const machine::NetworkPlan plan = machine::plan_network(machine, 0);
  std::string out = "network\n";
  out += line("topology",
              fmt::format("{}, {} of {}, {}",
                          spec.topology,
                          plan.leaves() == 1 ? "1 leaf" : fmt::format("{} leaves", plan.leaves()),
                          spec.chip.name,
                          counted(spec.chip.ports, "port")));
  if (plan.spines()) {
    out += line("uplinks",
                fmt::format("{} of {} per leaf, {} to 1, to {}",
                            plan.uplinks * plan.adapters,
                            human_text(spec.nic.rate_per_direction),
                            spec.oversubscription,
                            counted(plan.spine_chips, "spine")));
    out += line("routing", machine::name(spec.routing));
  }
  if (!plan.tree && plan.groups > 1) {
    out += line("to another rail", machine::name(spec.cross_rail));
  }
  return out;
}

std::string profiles_text(const MachineSpec& machine) {
  std::string out = fmt::format("profiles\n  {:<18}{:<15}{:<15}{:<15}{:<15}{:<14}{}\n",
                                "name",
                                "host copy",
                                "command",
                                "scale-up",
                                "scale-out",
                                "launch toll",
                                "multicast");
  for (const auto& [name, profile] : machine.profiles) {
    out += fmt::format("  {:<18}{:<15}{:<15}{:<15}{:<15}{:<14}{}\n",
                       name,
                       profile.host_copy.kind,
                       profile.command.kind,
                       profile.scale_up.kind,
                       profile.scale_out.kind,
                       human_text(profile.toll.launch),
                       profile.multicast && machine.scale_up.chip.multicast ? "yes" : "no");
  }
  for (const auto& [name, profile] : machine.profiles) {
    out += fmt::format("  {}: {}\n", name, profile.summary);
  }
  return out;
}

std::string claims_text(const MachineSpec& machine, const DerivedTotals& totals) {
  if (machine.published.empty()) {
    return "";
  }
  std::string out = fmt::format(
      "published\n  {:<25}{:>14}{:>14}{:>9}  {:<16}{}\n", "claim", "published", "derived", "error", "counts", "source");
  for (const machine::CheckedClaim& checked : machine::check_claims(machine, totals)) {
    out += fmt::format("  {:<25}{:>14}{:>14}{:>+8.2f}%  {:<16}{}\n",
                       checked.claim.what,
                       human_text(checked.claim.value),
                       human_text(checked.derived),
                       checked.error_pct + 0.0,
                       checked.claim.both_directions ? "both directions" : "one direction",
                       checked.claim.source);
  }
  return out;
}

}  // namespace

std::string describe_text(const MachineSpec& machine) {
  const DerivedTotals totals = machine::derive(machine, machine::machine_topology(machine));
  std::string out = machine.name + "\n";
  if (!machine.summary.empty()) {
    out += "  " + machine.summary + "\n";
  }
  return out + counts_text(machine, totals) + gpu_text(machine, totals) + domain_text(machine, totals) +
         network_text(machine) + profiles_text(machine) + claims_text(machine, totals);
}

std::string describe_dot(const MachineSpec& machine) {
  return topology::to_dot(machine::machine_topology(machine), machine.name);
}

}  // namespace sealring::studies
