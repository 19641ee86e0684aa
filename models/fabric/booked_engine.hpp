// The slice transport: one real event per slice at every station that several flows can reach, arithmetic everywhere
// else.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/fabric/booked_station.hpp"
#include "models/fabric/engine.hpp"
#include "models/fabric/station_timing.hpp"

namespace sealring::fabric {

/// Models:  the recurrences of network.hpp, exactly: equal to StationEngine to the femtosecond.
/// Ignores: what StationSpec cannot say (arbitration other than first come first served, shared credit pools); bytes of
///          two slices interleaving: one that trickles into a faster shared station holds it, which costs a flow that
///          meets another there up to one slice (4 % of a ring over two domains with messages of one slice).
/// Source:  a first-come-first-served start follows from three instants (arrival, free, credit). Behind a single
/// upstream the
///          order is known, so a slice is carried on as soon as they are. Where slots are held by slices that the next
///          station has not started, the earliest known slot counts only if none of those can come back before it; else
///          the station waits for news from the next one, or for that instant.
///
/// Every commitment made at an instant lies at or after it: that is what keeps the events in order.
class BookedEngine final : public Engine, private queue::Handler {
 public:
  BookedEngine(Network network, queue::EventQueue& queue);
  void send(const Transfer& transfer) override;
  [[nodiscard]] StationCount count(StationId station) const override;
  /// Events beyond one per slice and shared station and one per message: waits for a slot known to free ahead while a
  /// slice behind a blocked shared station might free one sooner. Never needed where the shared station behind does not
  /// block. They cannot be folded into the slice's next arrival, because what the start frees upstream may have to
  /// happen before that arrival; on random congested networks with up to three shared stages they are 0.4 % of the
  /// events (1.5 % under incast).
  [[nodiscard]] std::int64_t timers_run() const { return timers_run_; }

 private:
  enum What : std::uint32_t { kOffered, kArrived, kTimer, kDelivered };

  void handle(std::uint32_t what, std::uint64_t detail) override;
  void know_new_lanes();
  void give_slots();
  void learn_fork(std::uint32_t station, std::uint32_t lane);
  std::uint32_t store_known(const Transfer& transfer, const Sent& sent);
  void hold_back(Station& station, const Transfer& transfer, const Sent& sent);
  void bring_next(Station& station);
  void offer(std::uint32_t message);
  void arrive(std::uint32_t lane);
  [[gnu::flatten]] void carry(Slice slice);
  [[gnu::flatten]] void leave_queue(std::uint32_t station);
  void prefetch_next(std::uint32_t hop) const;
  void prefetch_waiting(const Station& station) const;
  void settle();
  void tell(std::uint32_t station);
  [[nodiscard]] bool serve(Slice& slice, const Hop& hop);
  void change_payload(std::uint32_t station, std::int64_t payload);
  void change_pace(std::uint32_t station, std::int64_t payload);
  void add(const Tally& tally, std::size_t station, StationCount& count) const;
  [[nodiscard]] bool take_slot(std::uint32_t station, const Slice& slice, std::int64_t& start);
  [[nodiscard]] bool wait_for_slot(std::uint32_t station, std::int64_t at);
  [[nodiscard]] bool take_forked_slot(std::uint32_t station, const Slice& slice, std::int64_t& start);
  void return_slot(std::uint32_t station, std::uint32_t lane, std::int64_t end);
  void return_forked_slot(std::uint32_t station, std::uint32_t lane, std::int64_t end);
  void set_timer(std::uint32_t station, std::int64_t at);
  void drop_timer(std::uint32_t station) {
    if (stations_[station].timed) {
      cancel_timer(station);
    }
  }
  void cancel_timer(std::uint32_t station);
  void wait_at(Station& station, const Hop& hop, const Slice& slice, std::int64_t count);
  void put_in_line(Station& station, const Hop& hop, const Slice& slice, std::int64_t count);
  void fly(const Slice& slice, std::uint32_t lane);
  void note_queue(Station& station, std::int64_t arriving, std::int64_t started);
  void post_arrival(std::uint32_t lane);
  [[nodiscard]] std::int64_t now() const { return queue_.now().count(); }
  [[nodiscard]] std::string whereabouts(std::uint32_t message) const override;
  [[nodiscard]] std::string waits_at(std::uint32_t station) const;
  void add_held_back(UnfinishedBySerial& list) const override;

  std::vector<Station, queue::LineAllocator<Station>> stations_;
  std::vector<StationRest, queue::LineAllocator<StationRest>> rests_;    ///< per station
  std::vector<std::int64_t, queue::LineAllocator<std::int64_t>> slots_;  ///< of all limited stations
  Blocks<BookedLane> lanes_;
  Pool<Parcel> parcels_;
  SendLine::Blocks unsent_;
  std::vector<std::uint32_t> news_;  ///< blocked stations that may go on
  std::int64_t full_slice_;
  std::int64_t timers_run_ = 0;
};

}  // namespace sealring::fabric
