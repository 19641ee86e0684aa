// The data path of a machine of which one scale-up domain stands for all.
#pragma once

#include <string>
#include <vector>

#include "models/fabric/network.hpp"
#include "models/machine/fold.hpp"
#include "models/machine/wire_plan.hpp"

namespace sealring::machine {

/// The wires of the first domain and of two others that it sends to, one under the same leaf and one under another.
WirePlan one_of_many(WirePlan whole);

/// Models:  the network of one_of_many() as the first domain sees it that receives itself what it sends to the next: a
///          message from a GPU to itself passes its own stations outwards, then those by which messages from other
///          domains come in. Between them lie an uplink and a spine for GPUs that send to another leaf in some domain,
///          with the share of their latency that Fold gives, shared by those of one leaf.
/// Ignores: which of the domains send over spines at a time, and how many of them under one leaf; less than fits there
///          (collisions()).
/// Source:  symmetry: renumbering the domains of a ring of domains leaves every path and every message as it was.
class FoldedNetwork final : public fabric::Router {
 public:
  /// `network` is that of a fabric for `plan`, from one_of_many(); its router outlives this object.
  FoldedNetwork(const fabric::Network& network, const WirePlan& plan, const Fold& fold);
  FoldedNetwork(const FoldedNetwork&) = delete;
  FoldedNetwork& operator=(const FoldedNetwork&) = delete;

  [[nodiscard]] const fabric::Network& network() const { return network_; }
  [[nodiscard]] fabric::Path path(std::int32_t source, std::int32_t destination) const override;
  /// Whether it is an uplink or a spine, which no domain has to itself.
  [[nodiscard]] bool above_leaves(fabric::StationId station) const { return station >= first_above_; }
  /// In how many domains what a GPU sends to the next one passes such a station.
  [[nodiscard]] int times_above(std::int32_t place) const {
    return fold_.over_spines[static_cast<std::size_t>(place)];
  }

 private:
  [[nodiscard]] fabric::StationId add(const std::string& name, fabric::StationSpec like);

  const fabric::Router& wires_;
  int gpus_per_domain_;
  NetworkPlan leaves_;
  Fold fold_;
  fabric::Network network_;
  fabric::StationId first_above_ = 0;
  std::vector<fabric::StationId> up_, down_;  ///< [group of leaves]
};

}  // namespace sealring::machine
