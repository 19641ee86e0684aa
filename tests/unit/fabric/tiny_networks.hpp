// Networks small enough to compute by hand, random ones for the differential test, and a listener that writes down
// deliveries.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "models/fabric/engine.hpp"
#include "sim/queue/event_queue.hpp"

namespace sealring::fabric::test {

/// The same numbers on every machine.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15ULL + 1) {}
  std::int64_t below(std::int64_t n) {
    state_ ^= state_ << 13U;
    state_ ^= state_ >> 7U;
    state_ ^= state_ << 17U;
    return static_cast<std::int64_t>((state_ >> 11U) % static_cast<std::uint64_t>(n));
  }
  std::int64_t between(std::int64_t low, std::int64_t high) { return low + below(high - low + 1); }
  bool chance(std::int64_t percent) { return below(100) < percent; }

 private:
  std::uint64_t state_;
};

/// Paths written down pair by pair.
class ListedRouter : public Router {
 public:
  void add(std::int32_t source, std::int32_t destination, const std::vector<StationId>& stations);
  [[nodiscard]] Path path(std::int32_t source, std::int32_t destination) const override;

 private:
  std::map<std::pair<std::int32_t, std::int32_t>, Path> paths_;
};

struct Machine {
  Network network;
  ListedRouter router;
};

/// A station of one byte per femtosecond times `rate`, so that hand calculation stays in whole numbers.
StationSpec station(std::string name, double bytes_per_fs, std::int64_t latency_fs);

/// source -> up(source) -> port(destination) [-> down(destination)], ports shared.
struct StarShape {
  int endpoints = 4;
  std::int64_t slice = 10;
  StationSpec up, port, down;
  bool with_down = false;
};
void make_star(const StarShape& shape, Machine& machine);

/// 400 GB/s wires of 256 B packets around a switch, slices of 64 KiB, 8 slots.
StarShape wires(int endpoints);

/// Up to three shared stages, forks, crossed latencies, one to four slots, mixed rates, cut-through and paces; half of
/// them with an endpoint between the stages.
void make_random(Dice& dice, Machine& machine);

struct Delivery {
  std::uint64_t token;
  std::int64_t at;
  friend bool operator==(const Delivery& a, const Delivery& b) { return a.token == b.token && a.at == b.at; }
};

/// Sends planned messages at their instants, and further ones when messages arrive.
class Traffic : public queue::Handler, public DeliveryListener {
 public:
  struct Send {
    std::int64_t at;
    Transfer transfer;
  };
  Traffic(queue::EventQueue& queue, Transport& transport) : Handler(1), queue_(queue), transport_(transport) {
    transport.listen(*this);
  }
  /// Sends planned for one instant go out in the order of the list.
  void plan(const std::vector<Send>& sends);
  void handle(std::uint32_t what, std::uint64_t detail) override;
  void delivered(std::uint64_t token) override;

  std::vector<Delivery> deliveries;                      ///< in order of the calls
  std::function<void(std::uint64_t token)> on_delivery;  ///< may send more
  [[nodiscard]] std::int64_t at(std::uint64_t token) const;

 private:
  queue::EventQueue& queue_;
  Transport& transport_;
  std::vector<Send> sends_;
};

}  // namespace sealring::fabric::test
