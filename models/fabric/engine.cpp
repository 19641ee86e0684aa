#include "models/fabric/engine.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "models/fabric/station_timing.hpp"

namespace sealring::fabric {
namespace {

Network checked(Network network) {
  check_network(network);
  return network;
}

void complain_if(bool wrong, const std::string& sentence, std::string& text) {
  if (wrong) {
    text += (text.empty() ? "" : "; ") + sentence;
  }
}

}  // namespace

Engine::Engine(Network network, queue::EventQueue& queue)
    : network_(checked(std::move(network))), queue_(queue), routes_(network_), idle_(network_) {}

Duration Engine::idle_time(std::int32_t source, std::int32_t destination, Bytes payload) {
  return idle_.time(routes_, routes_.find(source, destination), payload);
}

std::uint32_t Engine::admit(const Transfer& transfer) {
  const auto exists = [this](std::int32_t endpoint) { return endpoint >= 0 && endpoint < network_.endpoints; };
  if (!exists(transfer.source) || !exists(transfer.destination)) {
    throw std::invalid_argument("a message from endpoint " + std::to_string(transfer.source) + " to " +
                                std::to_string(transfer.destination) + " of " + std::to_string(network_.endpoints));
  }
  const Cut pieces = cut(transfer.payload, network_.slice);
  const std::uint32_t index = messages_.take();
  messages_[index] = {transfer,
                      pieces.last,
                      pieces.count,
                      static_cast<std::uint64_t>(totals_.sent),
                      routes_.find(transfer.source, transfer.destination),
                      true};
  ++totals_.sent;
  totals_.slices += pieces.count;
  totals_.payload_sent += transfer.payload;
  return index;
}

void Engine::post_delivery(std::uint32_t message, Instant at, queue::Handler& handler, std::uint32_t what) {
  const Transfer& t = messages_[message].transfer;
  const std::uint32_t pair = static_cast<std::uint32_t>(t.source) * static_cast<std::uint32_t>(network_.endpoints) +
                             static_cast<std::uint32_t>(t.destination);
  queue_.post_as(Instances::delivery(pair), at, queue::Phase::kObserve, handler, what, message);
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
  std::vector<std::uint32_t> left;
  for (std::uint32_t i = 0; i < messages_.size(); ++i) {
    if (messages_[i].live) {
      left.push_back(i);
    }
  }
  std::sort(left.begin(), left.end(), [this](auto a, auto b) { return messages_[a].serial < messages_[b].serial; });
  std::vector<Unfinished> list;
  for (const std::uint32_t message : left) {
    list.push_back({messages_[message].transfer, whereabouts(message)});
  }
  return list;
}

void Engine::check_conservation() const {
  std::string text;
  complain_if(totals_.sent != totals_.delivered,
              std::to_string(totals_.sent - totals_.delivered) + " of " + std::to_string(totals_.sent) +
                  " messages not delivered",
              text);
  complain_if(totals_.sent == totals_.delivered && totals_.payload_sent != totals_.payload_delivered,
              "payload changed on the way",
              text);
  for (std::size_t i = 0; i < network_.stations.size(); ++i) {
    const StationCount c = count(static_cast<StationId>(i));
    complain_if(c.received != c.sent,
                network_.stations[i].name + " received " + std::to_string(c.received.count()) + " B and sent " +
                    std::to_string(c.sent.count()) + " B",
                text);
    complain_if(
        c.busy > queue_.now().since_start(), network_.stations[i].name + " was busy for longer than the run", text);
  }
  if (!text.empty()) {
    throw std::logic_error("the fabric lost track: " + text);
  }
}

}  // namespace sealring::fabric
