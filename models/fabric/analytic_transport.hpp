// Whole messages in closed form: for very large systems, and as a check of the slice transport.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/fabric/engine.hpp"
#include "models/fabric/station_timing.hpp"

namespace sealring::fabric {

/// Models:  a message alone exactly (idle_profile); a station serves one message after the other, in order of sending,
/// and a
///          message keeps the rhythm it has on an idle path, shifted until every station is free when it gets there.
/// Ignores: slices of several messages interleaving, back-pressure between messages, fairness; contention is first
/// order. Source:  the same recurrences as the slice transport, for one message.
class AnalyticTransport final : public Engine, private queue::Handler {
 public:
  AnalyticTransport(Network network, queue::EventQueue& queue);
  void send(const Transfer& transfer) override;
  [[nodiscard]] StationCount count(StationId station) const override {
    return counts_[static_cast<std::size_t>(station)];
  }

 private:
  enum What : std::uint32_t { kOffered, kDelivered };
  void handle(std::uint32_t what, std::uint64_t detail) override;
  void book(std::uint32_t message);
  void account(std::uint32_t station, const Message& message, Duration wait);
  [[nodiscard]] std::string whereabouts(std::uint32_t) const override { return "on its way"; }

  std::vector<Instant> free_;
  std::vector<Service> full_;  ///< per station: a full slice
  std::vector<StationCount> counts_;
};

}  // namespace sealring::fabric
