// What every transport of this folder has in common: counts, the check at the end of a run, and what is left when it
// stalls.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "models/fabric/idle_path.hpp"
#include "models/fabric/network.hpp"
#include "models/fabric/pool.hpp"
#include "models/fabric/routes.hpp"
#include "models/fabric/station_count.hpp"
#include "models/fabric/station_timing.hpp"
#include "models/fabric/transport.hpp"
#include "sim/queue/event_queue.hpp"
#include "sim/stats/invariants.hpp"

namespace sealring::fabric {

struct Totals {
  std::int64_t sent = 0;  ///< messages
  std::int64_t delivered = 0;
  std::int64_t slices = 0;         ///< of all messages sent
  std::int64_t shared_visits = 0;  ///< slices times shared stations they passed or will pass
  Bytes payload_sent;
  Bytes payload_delivered;
};

/// What one endpoint sent to another.
struct PairCount {
  std::int32_t source = 0;
  std::int32_t destination = 0;
  Bytes payload;
};

/// A message that was not delivered when the run ended.
struct Unfinished {
  Transfer transfer;
  std::string waits_for;  ///< one clause: the station and what it lacks
};

/// The instances under which an engine posts: from kFirst on. Everybody else on the same queue stays below, so ties at
/// one instant and phase are settled in the order: hosts, GPUs and the executor of collectives (the highest instance
/// below kFirst), then stations and deliveries, then sources. One engine per queue.
struct Instances {
  static constexpr std::uint32_t kFirst = 0x40000000U;
  static constexpr std::uint32_t station(std::uint32_t id) { return kFirst | id; }
  static constexpr std::uint32_t delivery(std::uint32_t pair) { return kFirst | (pair & 0x3FFFFFFFU); }
  /// Sources come last at an instant, so that the order of send calls of different sources leaves no trace.
  static constexpr std::uint32_t source(std::int32_t endpoint) {
    return 0x80000000U | static_cast<std::uint32_t>(endpoint);
  }
};

class Engine : public Transport {
 public:
  Engine(Network network, queue::EventQueue& queue);
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  void listen(DeliveryListener& listener) final { listener_ = &listener; }
  [[nodiscard]] Duration idle_time(std::int32_t source, std::int32_t destination, Bytes payload) final;

  [[nodiscard]] const Network& network() const { return network_; }
  [[nodiscard]] virtual StationCount count(StationId station) const = 0;
  [[nodiscard]] const Totals& totals() const { return totals_; }
  /// In order of sending.
  [[nodiscard]] std::vector<Unfinished> unfinished() const;
  /// Pairs that exchanged anything, in the order of their first use.
  [[nodiscard]] std::vector<PairCount> pairs() const;
  /// What must hold when the queue is empty: every message and byte arrived, no station was busy for longer than the
  /// run. The engine must outlive the rules.
  void add_invariants(stats::Invariants& rules) const;
  /// Those rules alone; throws stats::InvariantViolated.
  void check_conservation() const;

 protected:
  struct alignas(64) Message {
    Transfer transfer;
    Bytes last_payload;  ///< of the final slice
    std::int64_t slices = 0;
    std::uint64_t serial = 0;
    std::uint32_t route = 0;
    bool live = false;
  };

  /// What is known of a message when it is sent.
  struct Sent {
    Cut pieces;
    Routes::Start start;
    std::uint64_t serial;
  };
  /// Counts a message. Throws std::invalid_argument for endpoints that do not exist.
  Sent count_sent(const Transfer& transfer);
  /// Makes room for a message that was counted; its route is found.
  std::uint32_t store(const Transfer& transfer, const Sent& sent);
  std::uint32_t admit(const Transfer& transfer) { return store(transfer, count_sent(transfer)); }
  /// The completion event of a message: instances follow from the pair, so ties do not depend on the engine.
  void post_delivery(std::uint32_t message, Instant at, queue::Handler& handler, std::uint32_t what);
  /// Tells the listener; the message is gone afterwards.
  void deliver(std::uint32_t message);
  [[nodiscard]] std::string station_name(std::uint32_t id) const { return network_.stations[id].name; }
  /// One clause about where the slices of an undelivered message are.
  [[nodiscard]] virtual std::string whereabouts(std::uint32_t message) const = 0;
  using UnfinishedBySerial = std::map<std::uint64_t, Unfinished>;
  /// Adds the messages that were sent and not stored.
  virtual void add_held_back(UnfinishedBySerial&) const {}

  Network network_;
  queue::EventQueue& queue_;
  Routes routes_;
  Pool<Message> messages_;
  Totals totals_;
  IdlePaths idle_;

 private:
  [[nodiscard]] std::string lost_messages() const;
  [[nodiscard]] std::string lost_bytes(StationId station) const;

  DeliveryListener* listener_ = nullptr;
};

}  // namespace sealring::fabric
