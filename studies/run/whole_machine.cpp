#include "studies/run/whole_machine.hpp"

#include <algorithm>

namespace sealring::studies {
namespace {

using collectives::ExecutorCounts;
using Crossed = std::array<Bytes, fabric::kZones.size()>;

__extension__ using Wide = __int128;  // bytes times bytes: beyond 64 bits

}  // namespace

WholeMachine::WholeMachine(const Simulation& simulation)
    : simulation_(simulation), domains_(simulation.folding().fold.domains), kept_(simulation.folding().fold.kept) {}

Bytes WholeMachine::true_shares(Bytes bytes) const {
  const ExecutorCounts& counts = simulation_.executor().counts();
  if (counts.crossing == Bytes(0)) {
    return bytes;
  }
  return Bytes(static_cast<std::int64_t>(static_cast<Wide>(bytes.count()) * counts.folded_crossing.count() /
                                         of_all(counts.crossing.count())));
}

ExecutorCounts WholeMachine::counts() const {
  ExecutorCounts counts = simulation_.executor().counts();
  if (simulation_.folded() == nullptr) {
    return counts;
  }
  const Bytes crossing = counts.crossing;
  const Bytes sealed_crossing = simulation_.scale_out_sealed() ? crossing : Bytes(0);
  counts.messages = of_all(counts.messages);
  counts.staged_messages = of_all(counts.staged_messages);
  counts.key_rotations = of_all(counts.key_rotations);
  counts.payload = of_all(counts.payload - crossing) + true_shares(of_all(crossing));
  counts.sealed_payload = of_all(counts.sealed_payload - sealed_crossing) + true_shares(of_all(sealed_crossing));
  counts.crossing = true_shares(of_all(crossing));
  return counts;
}

bool WholeMachine::inside(const fabric::PairCount& pair) const {
  const machine::WirePlan& plan = simulation_.fabric().plan();
  return plan.domain_of(pair.source) == plan.domain_of(pair.destination);
}

std::int64_t WholeMachine::sealed_pairs() const {
  const machine::WirePlan& plan = simulation_.fabric().plan();
  std::int64_t count = 0;
  for (const fabric::PairCount& pair : simulation_.transport().pairs()) {
    count += plan.sealed_in(inside(pair) ? fabric::Zone::kScaleUp : fabric::Zone::kScaleOut) ? 1 : 0;
  }
  return of_all(count);
}

Crossed WholeMachine::crossed() const {
  const fabric::Network& network = simulation_.transport().network();
  const machine::FoldedNetwork* folded = simulation_.folded();
  Crossed crossed{};
  for (std::size_t id = 0; id < network.stations.size(); ++id) {
    const auto station = static_cast<fabric::StationId>(id);
    if (folded == nullptr || !folded->above_leaves(station)) {
      crossed[static_cast<std::size_t>(network.stations[id].zone)] += simulation_.transport().count(station).sent;
    }
  }
  if (folded != nullptr) {
    std::for_each(crossed.begin(), crossed.end(), [this](Bytes& bytes) { bytes = of_all(bytes); });
    correct_between(*folded, crossed);
  }
  return crossed;
}

/// Messages between domains: shares by their true sizes, and uplinks and spines by those that pass them.
void WholeMachine::correct_between(const machine::FoldedNetwork& folded, Crossed& crossed) const {
  const fabric::Network& network = simulation_.transport().network();
  Crossed counted{};
  Crossed domain_times{};  // what stations of all domains carry, were all shares as large as the largest; times kept_
  for (const fabric::PairCount& pair : simulation_.transport().pairs()) {
    const fabric::Path path = inside(pair) ? fabric::Path() : network.router->path(pair.source, pair.destination);
    for (int i = 0; i < path.length; ++i) {
      const fabric::StationId station = path.stations[static_cast<std::size_t>(i)];
      const auto zone = static_cast<std::size_t>(network.stations[static_cast<std::size_t>(station)].zone);
      const bool above = folded.above_leaves(station);
      counted[zone] += above ? Bytes(0) : pair.payload;
      domain_times[zone] += pair.payload * (above ? folded.times_above(pair.source) : domains_);
    }
  }
  for (std::size_t zone = 0; zone < crossed.size(); ++zone) {
    crossed[zone] += true_shares(domain_times[zone] / kept_) - of_all(counted[zone]);
  }
}

}  // namespace sealring::studies
