// Ring all-reduce without compute: a rank passes a chunk on as soon as it has it.
#pragma once

#include <cstdint>

#include "models/fabric/transport.hpp"
#include "sim/queue/event_queue.hpp"
#include "tests/bench/ring_machine.hpp"

namespace sealring::bench {

class RingDriver : public fabric::DeliveryListener, public queue::Handler {
 public:
  RingDriver(const RingShape& shape, fabric::Transport& transport, queue::EventQueue& queue);
  void delivered(std::uint64_t token) override;
  void handle(std::uint32_t, std::uint64_t) override;  ///< the first step of every rank
  [[nodiscard]] std::int64_t messages() const { return messages_; }
  [[nodiscard]] bool finished() const { return messages_ == std::int64_t{shape_.ranks} * shape_.chunks * steps_; }

 private:
  void send(std::uint64_t rank, std::uint64_t chunk, std::uint64_t step);
  RingShape shape_;
  fabric::Transport& transport_;
  std::int64_t steps_;
  Bytes message_;
  std::int64_t messages_ = 0;
};

}  // namespace sealring::bench
