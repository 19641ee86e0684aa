// How a message gets from one endpoint to another. Workloads see endpoints, bytes and deliveries, nothing else.
#pragma once

#include <cstdint>

#include "sim/units/units.hpp"

namespace sealring::fabric {

/// One message. Endpoints are numbered by the machine: GPUs first (global rank order), then hosts, then
/// the group unit of the switches of each scale-up domain, where there is one.
struct Transfer {
  std::int32_t source = 0;
  std::int32_t destination = 0;
  Bytes payload;
  std::uint64_t token = 0;  ///< handed back at delivery
};

class DeliveryListener {
 public:
  virtual ~DeliveryListener() = default;
  /// Called at the simulated instant at which the last byte is visible at the destination.
  virtual void delivered(std::uint64_t token) = 0;
  /// A hint that the delivery is fixed and comes soon: what it will touch can be asked for.
  virtual void expected(std::uint64_t) {}
};

/// Three fidelities implement it: slice (booked or one event per station), packet, analytic.
class Transport {
 public:
  virtual ~Transport() = default;
  virtual void listen(DeliveryListener& listener) = 0;
  /// The message is ready at the source now; messages of one source leave in the order of their send calls.
  virtual void send(const Transfer& transfer) = 0;
  /// How long the same message takes on an idle network with every station at its nominal speed; a zero-byte message
  /// costs latency only.
  [[nodiscard]] virtual Duration idle_time(std::int32_t source, std::int32_t destination, Bytes payload) = 0;
};

}  // namespace sealring::fabric
