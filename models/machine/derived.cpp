#include "models/machine/derived.hpp"

#include <algorithm>

#include "sim/topology/cuts.hpp"

namespace sealring::machine {
namespace {

struct ClaimRow {
  const char* name;
  Bandwidth DerivedTotals::*total;
};

const std::vector<ClaimRow>& claim_rows() {
  static const std::vector<ClaimRow> rows = {
      {"gpu_bandwidth", &DerivedTotals::gpu_rate},
      {"node_bandwidth", &DerivedTotals::domain_rate},
      {"domain_bandwidth", &DerivedTotals::domain_rate},
      {"bisection", &DerivedTotals::domain_bisection},
      {"switch_bandwidth", &DerivedTotals::switch_rate},
      {"gpu_memory_bandwidth", &DerivedTotals::memory_rate},
      {"domain_memory_bandwidth", &DerivedTotals::domain_memory_rate},
      {"host_link", &DerivedTotals::host_link},
      {"gpu_scale_out", &DerivedTotals::scale_out_rate},
      {"domain_scale_out", &DerivedTotals::domain_scale_out},
  };
  return rows;
}

/// Sum over the bundles of one class at a node.
Bandwidth attached(const topology::Graph& graph,
                   topology::NodeId node,
                   topology::EdgeClass edge_class,
                   int* links = nullptr) {
  Bandwidth sum{0};
  for (const topology::EdgeId id : graph.edges_of(node)) {
    const topology::Edge& edge = graph.edge(id);
    if (edge.edge_class == edge_class) {
      sum += edge.rate();
      if (links != nullptr) {
        *links += edge.links;
      }
    }
  }
  return sum;
}

void derive_scale_up(const MachineSpec& machine, const topology::Graph& graph, DerivedTotals& totals) {
  totals.gpu_rate = attached(graph, 0, topology::EdgeClass::kScaleUp, &totals.links_per_gpu);
  const auto domain = topology::scale_up_domains(graph).front();
  for (const topology::NodeId gpu : domain) {
    totals.domain_rate += attached(graph, gpu, topology::EdgeClass::kScaleUp);
  }
  if (domain.size() > 1) {
    totals.domain_bisection = topology::bisection(graph, domain, topology::EdgeClass::kScaleUp);
  }
  totals.switches_per_domain = static_cast<int>(machine.scale_up.links_per_plane.size());
  totals.switch_rate = machine.scale_up.link.rate_per_direction * static_cast<double>(machine.scale_up.chip.ports);
}

}  // namespace

DerivedTotals derive(const MachineSpec& machine, const topology::Graph& graph) {
  DerivedTotals totals;
  const double gpus = machine.gpus_per_domain;
  derive_scale_up(machine, graph, totals);
  totals.memory_rate = machine.gpu.memory_rate;
  totals.domain_memory_rate = machine.gpu.memory_rate * gpus;
  totals.domain_memory = machine.gpu.memory * static_cast<std::int64_t>(machine.gpus_per_domain);
  totals.host_link = machine.host.pcie.lane_rate * static_cast<double>(machine.host.pcie.lanes);
  if (machine.scale_out.present) {
    totals.scale_out_rate =
        machine.scale_out.nic.rate_per_direction * static_cast<double>(machine.scale_out.nics_per_gpu);
    totals.domain_scale_out = totals.scale_out_rate * gpus;
  }
  return totals;
}

std::vector<std::string> claim_names() {
  std::vector<std::string> names;
  for (const ClaimRow& row : claim_rows()) {
    names.emplace_back(row.name);
  }
  return names;
}

std::vector<CheckedClaim> check_claims(const MachineSpec& machine, const DerivedTotals& totals) {
  std::vector<CheckedClaim> checked;
  for (const PublishedClaim& claim : machine.published) {
    const auto& rows = claim_rows();
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const ClaimRow& r) { return claim.what == r.name; });
    if (row == rows.end()) {
      continue;  // refused where it was read
    }
    CheckedClaim result;
    result.claim = claim;
    result.derived = totals.*(row->total) * (claim.both_directions ? 2.0 : 1.0);
    result.error_pct = 100.0 * (result.derived.count() - claim.value.count()) / claim.value.count();
    checked.push_back(result);
  }
  return checked;
}

}  // namespace sealring::machine
