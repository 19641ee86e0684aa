#include "tests/bench/ring_driver.hpp"

namespace sealring::bench {

RingDriver::RingDriver(const RingShape& shape, fabric::Transport& transport, queue::EventQueue& queue)
    : Handler(1),
      shape_(shape),
      transport_(transport),
      steps_(2 * (shape.ranks - 1)),
      message_(shape.bytes / (std::int64_t{shape.ranks} * shape.chunks)) {
  transport.listen(*this);
  queue.post(Instant(), queue::Phase::kStart, *this, 0, 0);
}

void RingDriver::handle(std::uint32_t, std::uint64_t) {
  for (int rank = 0; rank < shape_.ranks; ++rank) {
    for (int chunk = 0; chunk < shape_.chunks; ++chunk) {
      send(static_cast<std::uint64_t>(rank), static_cast<std::uint64_t>(chunk), 0);
    }
  }
}

void RingDriver::send(std::uint64_t rank, std::uint64_t chunk, std::uint64_t step) {
  const auto from = static_cast<std::int32_t>(rank);
  const std::int32_t to = from + 1 == shape_.ranks ? 0 : from + 1;
  transport_.send({from, to, message_, rank << 40U | chunk << 32U | step});
}

void RingDriver::delivered(std::uint64_t token) {
  ++messages_;
  const std::uint64_t step = (token & 0xFFFFFFFFU) + 1;
  if (step < static_cast<std::uint64_t>(steps_)) {
    const std::uint64_t sender = token >> 40U;
    const std::uint64_t receiver = sender + 1 == static_cast<std::uint64_t>(shape_.ranks) ? 0 : sender + 1;
    send(receiver, (token >> 32U) & 0xFFU, step);
  }
}

}  // namespace sealring::bench
