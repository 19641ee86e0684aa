// The data path of a machine of which one scale-up domain stands for all.
#pragma once

#include <vector>

#include "models/fabric/network.hpp"
#include "models/machine/fold.hpp"
#include "models/machine/wire_plan.hpp"

namespace sealring::machine {

/// The wires of the first domain and of two others that it sends to, one under the same leaf and one under another.
WirePlan one_of_many(WirePlan whole);

/// Models:  the network of one_of_many() as the first domain sees it that receives itself what it sends to the next: a
///          message from a GPU to itself passes its own stations outwards, then those by which messages from other
///          domains come in. Of the domains whose next one is under another leaf, a message takes their share of the
///          latency above the leaves, since it passes all of them in turn.
/// Ignores: what is under way between leaves at the same time; it must be less than fits there (collisions()).
/// Source:  symmetry: renumbering the domains of a ring of domains leaves every path and every message as it was.
class FoldedNetwork final : public fabric::Router {
 public:
  /// `network` is that of a fabric for `plan`, from one_of_many(); it and its router outlive this object.
  FoldedNetwork(const fabric::Network& network, const WirePlan& plan, const Fold& fold);
  FoldedNetwork(const FoldedNetwork&) = delete;
  FoldedNetwork& operator=(const FoldedNetwork&) = delete;

  [[nodiscard]] const fabric::Network& network() const { return network_; }
  [[nodiscard]] fabric::Path path(std::int32_t source, std::int32_t destination) const override;
  /// How many of the domains have a station like this one of the simulated domain in use.
  [[nodiscard]] int images(fabric::StationId station) const;
  /// Whether it stands for uplinks and spines, which no domain has to itself.
  [[nodiscard]] bool above_leaves(fabric::StationId station) const;

 private:
  void add_above(int place, const WireStations& stations);

  const fabric::Router& wires_;
  int gpus_per_domain_;
  Fold fold_;
  fabric::Network network_;
  std::vector<fabric::StationId> above_;  ///< [place]: the first of two stations; -1: no domain needs them
  std::vector<int> images_;               ///< of the stations above the leaves
  std::size_t own_ = 0;                   ///< stations before those
};

}  // namespace sealring::machine
