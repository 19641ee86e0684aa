#include "models/fabric/engine.hpp"

#include <stdexcept>
#include <utility>

namespace sealring::fabric {
namespace {

Network checked(Network network) {
  check_network(network);
  return network;
}

}  // namespace

Engine::Engine(Network network, queue::EventQueue& queue)
    : network_(checked(std::move(network))), queue_(queue), routes_(network_), idle_(network_) {}

Duration Engine::idle_time(std::int32_t source, std::int32_t destination, Bytes payload) {
  return idle_.time(routes_, routes_.find(source, destination), payload);
}

Engine::Sent Engine::count_sent(const Transfer& transfer) {
  const auto exists = [this](std::int32_t endpoint) { return endpoint >= 0 && endpoint < network_.endpoints; };
  if (!exists(transfer.source) || !exists(transfer.destination)) {
    throw std::invalid_argument("a message from endpoint " + std::to_string(transfer.source) + " to " +
                                std::to_string(transfer.destination) + " of " + std::to_string(network_.endpoints));
  }
  const Cut pieces = cut(transfer.payload, network_.slice);
  const Routes::Start start = routes_.count(transfer.source, transfer.destination, transfer.payload);
  totals_.slices += pieces.count;
  totals_.payload_sent += transfer.payload;
  return {pieces, start, static_cast<std::uint64_t>(totals_.sent++)};
}

std::uint32_t Engine::store(const Transfer& transfer, const Sent& sent) {
  const std::uint32_t route = routes_.route(sent.start.pair);
  const std::uint32_t index = messages_.take();
  Message& message = messages_[index];  // field by field: a whole one is built elsewhere first, and copying it stalls
  message.transfer.source = transfer.source;
  message.transfer.destination = transfer.destination;
  message.transfer.payload = transfer.payload;
  message.transfer.token = transfer.token;
  message.last_payload = sent.pieces.last;
  message.slices = sent.pieces.count;
  message.serial = sent.serial;
  message.route = route;
  message.live = true;
  return index;
}

void Engine::post_delivery(std::uint32_t message, Instant at, queue::Handler& handler, std::uint32_t what) {
  const Transfer& t = messages_[message].transfer;
  const std::uint32_t pair = static_cast<std::uint32_t>(t.source) * static_cast<std::uint32_t>(network_.endpoints) +
                             static_cast<std::uint32_t>(t.destination);
  queue_.post_as(Instances::delivery(pair), at, queue::Phase::kObserve, handler, what, message);
  if (listener_ != nullptr) {
    listener_->expected(t.token);
  }
}

void Engine::deliver(std::uint32_t message) {
  Message& done = messages_[message];
  const std::uint64_t token = done.transfer.token;
  ++totals_.delivered;
  totals_.payload_delivered += done.transfer.payload;
  done.live = false;
  messages_.give_back(message);
  if (listener_ != nullptr) {
    listener_->delivered(token);
  }
}

std::vector<Unfinished> Engine::unfinished() const {
  UnfinishedBySerial left;
  for (std::uint32_t i = 0; i < messages_.size(); ++i) {
    if (messages_[i].live) {
      left[messages_[i].serial] = {messages_[i].transfer, whereabouts(i)};
    }
  }
  add_held_back(left);
  std::vector<Unfinished> list;
  list.reserve(left.size());
  for (auto& [serial, message] : left) {
    list.push_back(std::move(message));
  }
  return list;
}

std::vector<PairCount> Engine::pairs() const {
  std::vector<PairCount> counts;
  for (const RoutePair& pair : routes_.pairs()) {
    if (pair.sent.count() > 0) {
      counts.push_back({pair.source, pair.destination, pair.sent});
    }
  }
  return counts;
}

std::string Engine::lost_messages() const {
  if (totals_.sent != totals_.delivered) {
    return std::to_string(totals_.sent - totals_.delivered) + " of " + std::to_string(totals_.sent) +
           " messages not delivered";
  }
  return totals_.payload_sent == totals_.payload_delivered ? "" : "payload changed on the way";
}

std::string Engine::lost_bytes(StationId station) const {
  const StationCount c = count(station);
  return c.received == c.sent
             ? ""
             : std::to_string(c.received.count()) + " B in, " + std::to_string(c.sent.count()) + " B out";
}

void Engine::add_invariants(stats::Invariants& rules) const {
  rules.add("fabric: every message arrives", [this] { return lost_messages(); });
  for (std::size_t i = 0; i < network_.stations.size(); ++i) {
    const auto id = static_cast<StationId>(i);
    const std::string& station = network_.stations[i].name;
    rules.add(station + ": bytes in = bytes out", [this, id] { return lost_bytes(id); });
    rules.add(station + ": busy <= elapsed", [this, id] {
      const Duration elapsed = queue_.now().since_start();
      const Duration busy = count(id).busy;
      return busy <= elapsed ? std::string()
                             : std::to_string(busy.count()) + " fs busy in " + std::to_string(elapsed.count()) + " fs";
    });
  }
}

void Engine::check_conservation() const {
  stats::Invariants rules;
  add_invariants(rules);
  rules.require();
}

}  // namespace sealring::fabric
