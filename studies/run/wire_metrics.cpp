#include "studies/run/wire_metrics.hpp"

#include <array>
#include <string>

#include "sim/stats/group.hpp"
#include "studies/run/whole_machine.hpp"

namespace sealring::studies {
namespace {

/// Beyond, a table of links is longer than anybody reads.
constexpr int kLinksUpToGpus = 16;

/// Calls `use` with every station that carried something, and its counters. Of a machine of which some domains stand
/// for all, those of these domains.
template <class Use>
void for_each_listed(const Simulation& simulation, const Use& use) {
  const fabric::Network& network = simulation.transport().network();
  for (std::size_t id = 0; id < network.stations.size(); ++id) {
    const auto station = static_cast<fabric::StationId>(id);
    const fabric::StationCount count = simulation.transport().count(station);
    const bool listed = simulation.folded() == nullptr || !simulation.folded()->above_leaves(station);
    if (count.slices > 0 && listed) {
      use(network.stations[id], count);
    }
  }
}

}  // namespace

stats::Table wires(const Simulation& simulation) {
  stats::Table table({{"station", ""},
                      {"zone", ""},
                      {"protection", ""},
                      {"payload", "B"},
                      {"wire", "B"},
                      {"slices", ""},
                      {"busy", "%"},
                      {"longest_wait", "fs"}});
  const double elapsed = to_seconds(simulation.queue().now().since_start());
  const machine::WirePlan& plan = simulation.fabric().plan();
  for_each_listed(simulation, [&](const fabric::StationSpec& station, const fabric::StationCount& count) {
    const double busy = elapsed > 0 ? 100.0 * to_seconds(count.busy) / elapsed : 0.0;
    table.add({station.name,
               std::string(name(station.zone)),
               std::string(plan.sealed_in(station.zone) ? "ciphertext" : "clear"),
               count.sent.count(),
               count.wire.count(),
               count.slices,
               busy,
               count.longest_wait.count()});
  });
  return table;
}

stats::Result links(const Simulation& simulation) {
  const machine::Fabric& fabric = simulation.fabric();
  const bool folded = simulation.folded() != nullptr;
  const std::int32_t gpus = folded ? simulation.ranks() : fabric.plan().gpus;
  if (!folded && gpus <= kLinksUpToGpus) {
    return stats::snapshot(fabric.link_counters());
  }
  stats::Result sums;
  for (std::int32_t rank = 0; rank < gpus; ++rank) {
    WireBytes sum;
    for (const auto& bundle : fabric.gpu(rank).bundles()) {
      sum += bundle->booked();
    }
    sums.group_at(fabric.gpu(rank).name()).set("wire_bytes", sum);
  }
  return sums;
}

stats::Result trust(const Simulation& simulation) {
  const WholeMachine whole(simulation);
  const auto crossed = whole.crossed();
  stats::Result result;
  for (const fabric::Zone zone : fabric::kZones) {
    const Bytes bytes = crossed[static_cast<std::size_t>(zone)];
    const bool sealed = simulation.fabric().plan().sealed_in(zone);
    stats::Result& group = result.group(std::string(name(zone)));
    group.set("clear", sealed ? Bytes(0) : bytes);
    group.set("sealed", sealed ? bytes : Bytes(0));
  }
  result.set("keys", whole.sealed_pairs());
  return result;
}

}  // namespace sealring::studies
