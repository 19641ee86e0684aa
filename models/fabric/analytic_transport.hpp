// Whole messages in closed form: for very large systems, and as a check of the slice transport.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/fabric/engine.hpp"
#include "models/fabric/pace_clock.hpp"
#include "models/fabric/station_timing.hpp"

namespace sealring::fabric {

/// Models:  a message alone exactly (idle_profile, or paced_profile where a station on its way has a pace); a station
///          owes every message its own occupancy, in order of sending, and a message keeps the rhythm it has on an idle
///          path, shifted until no station on it would have to work faster than it can. A station that only a source
///          feeds is held for as long as its slices trickle out. Messages of one source queue there, and nothing
///          further on is kept for them until they leave. A message waits before a busy station in the buffer there, if
///          that holds all of it; else the stations before are held too.
/// Ignores: slices of several messages interleaving, buffers that several messages fill together, fairness; contention
///          is first order: of two messages that meet, the first is not slowed down. Work done in the gaps before a
///          booking, which makes machines whose hosts stage messages in both directions 2 to 5 times too slow.
/// Source:  the same recurrences as the slice transport, for one message; work conservation of a server.
class AnalyticTransport final : public Engine, private queue::Handler {
 public:
  AnalyticTransport(Network network, queue::EventQueue& queue);
  void send(const Transfer& transfer) override;
  [[nodiscard]] StationCount count(StationId station) const override {
    return counts_[static_cast<std::size_t>(station)];
  }

 private:
  enum What : std::uint32_t { kOffered, kSourceFree, kDelivered };
  /// Messages behind each other at a station of one source.
  struct Line {
    std::uint32_t first = kNone;
    std::uint32_t last = kNone;
  };
  struct Waiting {
    Instant since;
    std::uint32_t next = kNone;
  };
  /// What a slice of some payload costs.
  struct Known {
    Bytes payload = Bytes(-1);  ///< none yet
    Service service;
  };
  void handle(std::uint32_t what, std::uint64_t detail) override;
  void offer(std::uint32_t message);
  void await_source(std::uint32_t station);
  void serve_line(std::uint32_t station);
  void book(std::uint32_t message);
  [[nodiscard]] const IdleProfile& alone(const Message& message);
  [[nodiscard]] bool waits_between(const Hop& before, const Message& message) const;
  void find_departures(std::uint32_t index, const IdleProfile& alone);
  /// Everything that passes comes from one source, whose messages are there as a whole.
  [[nodiscard]] bool of_source(const Hop& hop) const { return hop.first && !network_.stations[hop.station].shared; }
  /// Of the message's last slice.
  [[nodiscard]] const Service& last_service(std::uint32_t station, const Message& message);
  void account(std::uint32_t station, const Message& message, Duration busy, Duration wait);
  [[nodiscard]] std::string whereabouts(std::uint32_t) const override { return "on its way"; }

  std::vector<Instant> free_;       ///< per station: when it could have done all it was asked to
  std::vector<Instant> delivered_;  ///< per route: the latest delivery; messages of a pair do not overtake
  std::vector<Service> full_;       ///< per station: a full slice
  std::vector<Known> known_;        ///< per station: the last slice of the latest message; most are alike
  std::vector<Line> lines_;         ///< per station
  std::vector<Waiting> waiting_;    ///< per message
  std::vector<StationCount> counts_;
  std::vector<PaceClock> paces_;          ///< per station
  std::vector<const StationSpec*> path_;  ///< of the message being booked, and the clocks of its paced stations
  std::vector<PaceClock*> clocks_;
  std::vector<Duration> last_;       ///< nominal occupancy of its last slice, per station of its path
  std::vector<Duration> occupancy_;  ///< of all its slices
  std::vector<Instant> departures_;  ///< likewise: from an idle machine, as this station sees it
  IdleProfile paced_;                ///< of the message being booked
};

}  // namespace sealring::fabric
