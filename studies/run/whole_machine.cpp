#include "studies/run/whole_machine.hpp"

namespace sealring::studies {
namespace {

using collectives::ExecutorCounts;
using Crossed = std::array<Bytes, fabric::kZones.size()>;

__extension__ using Wide = __int128;  // bytes times bytes: beyond 64 bits

/// Domains for which a station of the simulated one stands.
std::int64_t images(const machine::FoldedNetwork* folded, std::size_t station) {
  return folded == nullptr ? 1 : folded->images(static_cast<fabric::StationId>(station));
}

}  // namespace

WholeMachine::WholeMachine(const Simulation& simulation)
    : simulation_(simulation), domains_(simulation.folding().fold.domains) {}

Bytes WholeMachine::of_all(Bytes each) const {
  const ExecutorCounts& counts = simulation_.executor().counts();
  if (simulation_.folded() == nullptr || counts.crossing == Bytes(0)) {
    return each;
  }
  return Bytes(static_cast<std::int64_t>(static_cast<Wide>(each.count()) * counts.folded_crossing.count() /
                                         counts.crossing.count()));
}

ExecutorCounts WholeMachine::counts() const {
  ExecutorCounts counts = simulation_.executor().counts();
  if (simulation_.folded() == nullptr) {
    return counts;
  }
  const Bytes crossing = counts.crossing;
  const Bytes sealed_crossing = simulation_.scale_out_sealed() ? crossing : Bytes(0);
  counts.messages *= domains_;
  counts.staged_messages *= domains_;
  counts.key_rotations *= domains_;
  counts.payload = (counts.payload - crossing) * domains_ + of_all(crossing);
  counts.sealed_payload = (counts.sealed_payload - sealed_crossing) * domains_ + of_all(sealed_crossing);
  counts.crossing = of_all(crossing);
  return counts;
}

bool WholeMachine::inside(const fabric::PairCount& pair) const {
  const machine::WirePlan& plan = simulation_.fabric().plan();
  const bool to_image = simulation_.folded() != nullptr && pair.source == pair.destination;
  return !to_image && plan.domain_of(pair.source) == plan.domain_of(pair.destination);
}

std::int64_t WholeMachine::sealed_pairs() const {
  const machine::WirePlan& plan = simulation_.fabric().plan();
  std::int64_t count = 0;
  for (const fabric::PairCount& pair : simulation_.transport().pairs()) {
    count += plan.sealed_in(inside(pair) ? fabric::Zone::kScaleUp : fabric::Zone::kScaleOut) ? domains_ : 0;
  }
  return count;
}

Crossed WholeMachine::crossed() const {
  const fabric::Network& network = simulation_.transport().network();
  Crossed crossed{};
  for (std::size_t id = 0; id < network.stations.size(); ++id) {
    const Bytes sent = simulation_.transport().count(static_cast<fabric::StationId>(id)).sent;
    crossed[static_cast<std::size_t>(network.stations[id].zone)] += sent * images(simulation_.folded(), id);
  }
  if (simulation_.folded() != nullptr) {
    take_back_rounding(crossed);
  }
  return crossed;
}

void WholeMachine::take_back_rounding(Crossed& crossed) const {
  const fabric::Network& network = simulation_.transport().network();
  for (const fabric::PairCount& pair : simulation_.transport().pairs()) {
    if (inside(pair)) {
      continue;
    }
    const fabric::Path path = network.router->path(pair.source, pair.destination);
    for (int i = 0; i < path.length; ++i) {
      const auto id = static_cast<std::size_t>(path.stations[static_cast<std::size_t>(i)]);
      const Bytes counted = pair.payload * domains_;
      const Bytes excess = counted - of_all(pair.payload);
      crossed[static_cast<std::size_t>(network.stations[id].zone)] -=
          Bytes(static_cast<std::int64_t>(static_cast<Wide>(excess.count()) * images(simulation_.folded(), id) / domains_));
    }
  }
}

}  // namespace sealring::studies
