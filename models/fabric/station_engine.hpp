// The oracle: one real event for everything that happens to a slice.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "models/fabric/engine.hpp"
#include "models/fabric/pace_clock.hpp"

namespace sealring::fabric {

/// Models:  arrival, start and credit of every slice at every station as events; nothing is computed ahead.
/// Ignores: what StationSpec cannot say (arbitration other than first come first served, shared credit pools).
/// Source:  the recurrences of network.hpp, played out. Slow and plain on purpose: the booked engine must equal it to
/// the
///          femtosecond. With slices as small as packets it is the `packet` fidelity.
class StationEngine final : public Engine, private queue::Handler {
 public:
  StationEngine(Network network, queue::EventQueue& queue);
  void send(const Transfer& transfer) override;
  [[nodiscard]] StationCount count(StationId station) const override {
    return counts_[static_cast<std::size_t>(station)];
  }

 private:
  enum What : std::uint32_t { kOffered, kArrived, kCredit, kStart, kDelivered };

  /// `count` slices of one message that arrived together; more than one only where the message was sent.
  struct Waiting {
    Instant head, tail;
    Instant arrival;
    std::uint32_t origin = 0;  ///< decides between arrivals at one instant: upstream station, then source
    std::uint32_t message = 0;
    std::uint32_t hop = 0;
    std::int64_t count = 1;
    bool last = false;  ///< the final slice of these is the message's last
  };
  struct Station {
    std::deque<Waiting> waiting;
    std::int64_t slices_waiting = 0;
    Instant free;
    int credits = 0;
    bool start_posted = false;
    PaceClock pace;
  };

  void handle(std::uint32_t what, std::uint64_t detail) override;
  void arrive(const Waiting& slice);
  void post_start(std::uint32_t station);
  void start(std::uint32_t station);
  void serve(std::uint32_t station, const Waiting& slice);
  void pass_on(const Waiting& slice, Instant head, Instant tail);
  [[nodiscard]] bool has_credit(std::uint32_t station, const Waiting& slice) const;
  [[nodiscard]] std::string whereabouts(std::uint32_t message) const override;

  std::vector<Station> stations_;
  std::vector<StationCount> counts_;
  Pool<Waiting> flying_;
};

}  // namespace sealring::fabric
