#include "models/fabric/analytic_transport.hpp"

#include <algorithm>
#include <utility>

namespace sealring::fabric {

using queue::Phase;

AnalyticTransport::AnalyticTransport(Network network, queue::EventQueue& queue)
    : Engine(std::move(network), queue),
      Handler(Instances::kFirst),
      free_(network_.stations.size()),
      counts_(network_.stations.size()) {
  for (const StationSpec& station : network_.stations) {
    full_.push_back(service(station, network_.slice));
  }
}

void AnalyticTransport::send(const Transfer& transfer) {
  const std::uint32_t message = admit(transfer);
  queue_.post_as(Instances::source(transfer.source), queue_.now(), Phase::kObserve, *this, kOffered, message);
}

void AnalyticTransport::handle(std::uint32_t what, std::uint64_t detail) {
  if (what == kOffered) {
    book(static_cast<std::uint32_t>(detail));
  } else {
    deliver(static_cast<std::uint32_t>(detail));
  }
}

void AnalyticTransport::book(std::uint32_t index) {
  const Message& message = messages_[index];
  const IdleProfile& alone = idle_.profile(routes_, message.route, message.transfer.payload);
  Instant begin = queue_.now();
  for (std::size_t i = 0; i < alone.starts.size(); ++i) {
    const Instant free = free_[routes_.hop(message.route + static_cast<std::uint32_t>(i)).station];
    if (free > begin + alone.starts[i]) {
      begin = free - alone.starts[i];
    }
  }
  for (std::size_t i = 0; i < alone.starts.size(); ++i) {
    const std::uint32_t station = routes_.hop(message.route + static_cast<std::uint32_t>(i)).station;
    free_[station] = begin + alone.ends[i];
    account(station, message, i == 0 ? begin - queue_.now() : Duration());
  }
  post_delivery(index, begin + alone.total, *this, kDelivered);
}

void AnalyticTransport::account(std::uint32_t station, const Message& message, Duration wait) {
  StationCount& count = counts_[station];
  const Service last = service(network_.stations[station], message.last_payload);
  const std::int64_t full = message.slices - 1;
  count.received += message.transfer.payload;
  count.sent += message.transfer.payload;
  count.wire += full_[station].wire * full + last.wire;
  count.busy += full_[station].occupancy * full + last.occupancy;
  count.slices += message.slices;
  count.longest_wait = std::max(count.longest_wait, wait);
}

}  // namespace sealring::fabric
