#include "models/fabric/analytic_transport.hpp"

#include <algorithm>
#include <utility>

namespace sealring::fabric {

using queue::Phase;

AnalyticTransport::AnalyticTransport(Network network, queue::EventQueue& queue)
    : Engine(std::move(network), queue),
      Handler(Instances::kFirst),
      free_(network_.stations.size()),
      known_(network_.stations.size()),
      lines_(network_.stations.size()),
      counts_(network_.stations.size()) {
  for (const StationSpec& station : network_.stations) {
    full_.push_back(service(station, network_.slice));
    paces_.emplace_back(station.pace);
  }
}

void AnalyticTransport::send(const Transfer& transfer) {
  const std::uint32_t message = admit(transfer);
  queue_.post_as(Instances::source(transfer.source), queue_.now(), Phase::kObserve, *this, kOffered, message);
}

void AnalyticTransport::handle(std::uint32_t what, std::uint64_t detail) {
  const auto index = static_cast<std::uint32_t>(detail);
  switch (what) {
    case kOffered: offer(index); break;
    case kSourceFree: serve_line(index); break;
    default: deliver(index);
  }
}

/// A message takes part only once its source can send it: stations further on must not be kept for it until then.
void AnalyticTransport::offer(std::uint32_t index) {
  if (waiting_.size() < messages_.size()) {
    waiting_.resize(messages_.size());
  }
  waiting_[index] = {queue_.now(), kNone};
  const Hop hop = routes_.hop(messages_[index].route);
  Line& line = lines_[hop.station];
  if (!of_source(hop) || (line.first == kNone && free_[hop.station] <= queue_.now())) {
    book(index);
  } else if (line.first == kNone) {
    line = {index, index};
    await_source(hop.station);
  } else {
    waiting_[line.last].next = index;
    line.last = index;
  }
}

void AnalyticTransport::await_source(std::uint32_t station) {
  const std::int32_t source = messages_[lines_[station].first].transfer.source;
  queue_.post_as(Instances::source(source), free_[station], Phase::kObserve, *this, kSourceFree, station);
}

void AnalyticTransport::serve_line(std::uint32_t station) {
  Line& line = lines_[station];
  const std::uint32_t index = line.first;
  line.first = waiting_[index].next;
  book(index);
  if (line.first != kNone) {
    await_source(station);
  }
}

const Service& AnalyticTransport::last_service(std::uint32_t station, const Message& message) {
  Known& known = known_[station];
  if (known.payload != message.last_payload) {
    known = {message.last_payload, service(network_.stations[station], message.last_payload)};
  }
  return known.service;
}

/// The message on an idle path, and its occupancies. Clocks of paced stations move on: work is theirs in the order of
/// booking.
const IdleProfile& AnalyticTransport::alone(const Message& message) {
  bool paced = false;
  path_.clear();
  clocks_.clear();
  last_.clear();
  occupancy_.clear();
  std::uint32_t hop = message.route;
  do {
    const std::uint32_t station = routes_.hop(hop).station;
    PaceClock& clock = paces_[station];
    last_.push_back(last_service(station, message).occupancy);
    occupancy_.push_back(clock.steady() ? full_[station].occupancy * (message.slices - 1) + last_.back()
                                        : Duration(-clock.elapsed()));
    paced = paced || !clock.steady();
    path_.push_back(&network_.stations[station]);
    clocks_.push_back(clock.steady() ? nullptr : &clock);
  } while (!routes_.hop(hop++).last);
  if (!paced) {
    return idle_.profile(routes_, message.route, message.transfer.payload);
  }
  paced_ = paced_profile(path_, message.transfer.payload, network_.slice, last_, clocks_);
  for (std::size_t i = 0; i < clocks_.size(); ++i) {
    occupancy_[i] += Duration(clocks_[i] != nullptr ? clocks_[i]->elapsed() : 0);
  }
  return paced_;
}

/// A message that fits into the buffer before a busy station waits there and holds nobody back; one that does not keeps
/// the stations before it in step.
bool AnalyticTransport::waits_between(const Hop& before, const Message& message) const {
  const int slots = network_.stations[before.station].far_slots;
  return slots == 0 || message.slices <= slots;
}

/// When the message would have to leave an idle machine to pass each station as it now does.
void AnalyticTransport::find_departures(std::uint32_t index, const IdleProfile& alone) {
  const Message& message = messages_[index];
  departures_.resize(alone.ends.size());
  Instant leaves = queue_.now();
  std::size_t first = 0;  // of the stations that wait together
  for (std::size_t i = 0; i < alone.ends.size(); ++i) {
    const Hop hop = routes_.hop(message.route + static_cast<std::uint32_t>(i));
    if (i > 0 && waits_between(routes_.hop(message.route + static_cast<std::uint32_t>(i - 1)), message)) {
      first = i;
    }
    const Duration slack = of_source(hop) ? alone.starts[i] : alone.ends[i] - occupancy_[i];
    leaves = std::max(leaves, free_[hop.station] - slack);
    std::fill(departures_.begin() + static_cast<std::ptrdiff_t>(first),
              departures_.begin() + static_cast<std::ptrdiff_t>(i) + 1,
              leaves);
  }
  if (delivered_.size() <= message.route) {
    delivered_.resize(message.route + 1);
  }
  departures_.back() = std::max(leaves, delivered_[message.route] - alone.total);
}

void AnalyticTransport::book(std::uint32_t index) {
  const Message& message = messages_[index];
  const IdleProfile& profile = alone(message);
  find_departures(index, profile);
  Instant before = waiting_[index].since;
  for (std::size_t i = 0; i < profile.starts.size(); ++i) {
    const Hop hop = routes_.hop(message.route + static_cast<std::uint32_t>(i));
    const Instant leaves = departures_[i];
    const Instant done = std::max(free_[hop.station], leaves + profile.starts[i]) + occupancy_[i];
    free_[hop.station] = of_source(hop) ? leaves + profile.ends[i] : done;
    account(hop.station, message, occupancy_[i], leaves - before);
    before = leaves;
  }
  delivered_[message.route] = before + profile.total;
  post_delivery(index, before + profile.total, *this, kDelivered);
}

void AnalyticTransport::account(std::uint32_t station, const Message& message, Duration busy, Duration wait) {
  StationCount& count = counts_[station];
  const std::int64_t full = message.slices - 1;
  count.received += message.transfer.payload;
  count.sent += message.transfer.payload;
  count.wire += full_[station].wire * full + last_service(station, message).wire;
  count.busy += busy;
  count.slices += message.slices;
  count.longest_wait = std::max(count.longest_wait, wait);
}

}  // namespace sealring::fabric
