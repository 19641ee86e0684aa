// The data path of a machine of which some scale-up domains stand for all.
#pragma once

#include <string>
#include <vector>

#include "models/fabric/network.hpp"
#include "models/machine/fold.hpp"
#include "models/machine/wire_plan.hpp"

namespace sealring::machine {

/// The wires of the first `kept` domains, all under the same leaves, and of one that is under others.
WirePlan some_of_many(WirePlan whole, int kept);

/// Models:  the network of some_of_many(), in which the domains that are kept send to each other what in the whole
///          machine goes from each domain to the next: by their own stations outwards and inwards, and between them by
///          an uplink and a spine for GPUs that send to another leaf in some domain. These have the share of their
///          latency that Fold gives, and the GPUs of a domain share them as those under a leaf do.
/// Ignores: which of the domains send over spines at a time, and how many of them under one leaf; less than fits there
///          (collisions()).
/// Source:  symmetry: renumbering the domains of a ring of domains leaves every path and every message as it was.
class FoldedNetwork final : public fabric::Router {
 public:
  /// `network` is that of a fabric for `plan`, from some_of_many(); its router outlives this object.
  FoldedNetwork(const fabric::Network& network, const WirePlan& plan, const Fold& fold);
  FoldedNetwork(const FoldedNetwork&) = delete;
  FoldedNetwork& operator=(const FoldedNetwork&) = delete;

  [[nodiscard]] const fabric::Network& network() const { return network_; }
  [[nodiscard]] fabric::Path path(std::int32_t source, std::int32_t destination) const override;
  /// Whether it is an uplink or a spine, which no domain has to itself.
  [[nodiscard]] bool above_leaves(fabric::StationId station) const { return station >= first_above_; }
  /// In how many domains of the whole machine what a GPU sends to the next one passes such a station.
  [[nodiscard]] int times_above(std::int32_t rank) const {
    return fold_.over_spines[static_cast<std::size_t>(rank % gpus_per_domain_)];
  }

 private:
  [[nodiscard]] fabric::StationId add(const std::string& name, fabric::StationSpec like);
  [[nodiscard]] std::size_t leaf_of(std::int32_t rank) const;

  const fabric::Router& wires_;
  int gpus_per_domain_;
  NetworkPlan leaves_;
  Fold fold_;
  fabric::Network network_;
  fabric::StationId first_above_ = 0;
  std::vector<fabric::StationId> up_, down_;  ///< [domain][group of leaves]
};

}  // namespace sealring::machine
