// The way of one message: staging, sealing, wire, opening, reduction.
#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "models/host/roles.hpp"
#include "workloads/collectives/executor.hpp"
#include "workloads/collectives/executor_events.hpp"

namespace sealring::collectives {
const security::Protection* Executor::protection(int from, int to) const {
  return domain_of(from) == domain_of(to) ? around_.scale_up : around_.scale_out;
}

void Executor::begin(std::uint32_t id) {
  Message& message = messages_[id];
  ++counts_.messages;
  counts_.payload += message.bytes;
  counts_.crossing += domain_of(message.from) == domain_of(message.to) ? Bytes(0) : message.bytes;
  const security::Protection* seal = protection(message.from, message.to);
  message.staged = seal != nullptr && seal->staged() && message.group == Group::kNone;
  if (seal != nullptr && seal->sealed()) {
    counts_.sealed_payload += message.bytes;
  }
  if (!message.staged) {
    put_on_wire(id);
    return;
  }
  ++counts_.staged_messages;
  message.slotted = seal->waits_in_gpu_memory();
  if (!message.slotted) {
    start_sealing(id);
    return;
  }
  message.at = Message::At::kSenderStaging;
  package(message.from).acquire_staging(gpu::StagingEnd::kSend, message.bytes, {message.cause, this, id});
}

// A message that finds the budget used up starts a rotation; until it is over, the pair sends nothing.
Duration Executor::wait_for_key(const Message& message) {
  const security::Protection* seal = protection(message.from, message.to);
  if (around_.key_budget == Bytes(0) || seal == nullptr || !seal->sealed()) {
    return Duration();
  }
  PairKey& key = keys_.of(message.from, message.to);
  const Instant now = around_.queue->now();
  if (key.used + message.bytes > around_.key_budget) {
    ++counts_.key_rotations;
    key.used = Bytes(0);
    key.ready = std::max(key.ready, now) + around_.rotation_stall;
  }
  key.used += message.bytes;
  return std::max(key.ready, now) - now;
}

void Executor::put_on_wire(std::uint32_t id) {
  const Duration wait = wait_for_key(messages_[id]);
  if (wait == Duration()) {
    send(id);
    return;
  }
  messages_[id].on_wire = around_.queue->now();
  around_.queue->post(around_.queue->now() + wait, queue::Phase::kStart, *this, kRotated, id);
}

void Executor::send(std::uint32_t id) {
  Message& message = messages_[id];
  message.at = message.group == Group::kNone ? Message::At::kWire : Message::At::kToSwitch;
  message.on_wire = around_.queue->now();
  around_.transport->send({source(message), destination(message), wire_bytes(message), id});
}

Bytes Executor::wire_bytes(const Message& message) const {
  const double ratio = sessions_[message.session]->schedule.wire_per_payload;
  return ratio == 1.0 ? message.bytes
                      : Bytes(static_cast<std::int64_t>(std::ceil(static_cast<double>(message.bytes.count()) * ratio)));
}

std::int32_t Executor::source(const Message& message) const {
  return message.from_switch ? around_.switches.at(static_cast<std::size_t>(domain_of(message.to))) : message.from;
}

std::int32_t Executor::destination(const Message& message) const {
  return message.group == Group::kNone ? message.to
                                       : around_.switches.at(static_cast<std::size_t>(domain_of(message.from)));
}

// A stage ended, or a staging slot was granted.
void Executor::completed(std::uint64_t token, stats::ActivityId activity) {
  const auto id = static_cast<std::uint32_t>(token);
  Message& message = messages_[id];
  message.cause = activity;
  switch (message.at) {
    case Message::At::kSenderStaging: start_sealing(id); return;
    case Message::At::kReceiverStaging: put_on_wire(id); return;
    case Message::At::kSealing:
    case Message::At::kOpening: next_stage(id); return;
    case Message::At::kReducing: finish_receive(id); return;
    case Message::At::kToSwitch:
    case Message::At::kWire: throw std::logic_error("a stage ended for a message that is on the wire");
  }
}

void Executor::start_sealing(std::uint32_t id) {
  messages_[id].at = Message::At::kSealing;
  messages_[id].stage = 0;
  next_stage(id);
}

void Executor::next_stage(std::uint32_t id) {
  Message& message = messages_[id];
  const bool sealing = message.at == Message::At::kSealing;
  const security::Protection& seal = *protection(message.from, message.to);
  const security::Stages stages = sealing ? seal.at_sender(message.bytes) : seal.at_receiver(message.bytes);
  if (message.stage < stages.count) {
    const security::Stage stage = stages.stage[static_cast<std::size_t>(message.stage++)];
    package(sealing ? message.from : message.to).run_stage(stage, message.cause, *this, id);
    return;
  }
  if (sealing && !message.slotted) {
    put_on_wire(id);
    return;
  }
  if (sealing) {
    message.at = Message::At::kReceiverStaging;
    package(message.to).acquire_staging(gpu::StagingEnd::kReceive, message.bytes, {message.cause, this, id});
    return;
  }
  if (message.slotted) {
    package(message.to).release_staging(gpu::StagingEnd::kReceive, message.bytes);
  }
  reduce(id);
}

void Executor::reduce(std::uint32_t id) {
  Message& message = messages_[id];
  const std::optional<security::Stage> stage =
      message.reduces ? protection(message.from, message.to)->reduction(message.bytes) : std::nullopt;
  if (!stage) {
    finish_receive(id);
    return;
  }
  message.at = Message::At::kReducing;
  package(message.to).run_stage(*stage, message.cause, *this, id);
}

void Executor::delivered(std::uint64_t token) {
  const auto id = static_cast<std::uint32_t>(token);
  Message& message = messages_[id];
  if (logs_steps()) {
    message.cause = record_wire(message);
  }
  const Duration missing = still_missing(message);
  if (missing == Duration()) {
    arrived(id);
  } else {
    around_.queue->post(around_.queue->now() + missing, queue::Phase::kArrive, *this, kLastByte, id);
  }
}

// A message goes out while it is being produced: the transport has carried it as fast as the wires allow, but its last
// byte has left the sender only at the end of the step. Then come the flags, or the proxies of both hosts.
Duration Executor::still_missing(const Message& message) const {
  const Instant now = around_.queue->now();
  const bool crosses = domain_of(message.from) != domain_of(message.to);
  const Schedule& schedule = sessions_[message.session]->schedule;
  const Duration flags = message.at == Message::At::kToSwitch ? Duration()
                         : crosses                            ? schedule.network_hop
                                                              : schedule.hop;
  if (message.produced <= message.on_wire) {
    return flags;
  }
  const Duration latency = around_.transport->idle_time(source(message), destination(message), Bytes(0));
  return std::max(message.produced + latency - now, Duration()) + flags;
}

void Executor::arrived(std::uint32_t id) {
  Message& message = messages_[id];
  if (message.at == Message::At::kToSwitch) {
    at_switch(id);
    return;
  }
  if (!message.staged) {
    finish_receive(id);
    return;
  }
  if (message.slotted) {
    package(message.from).release_staging(gpu::StagingEnd::kSend, message.bytes);
  }
  message.at = Message::At::kOpening;
  message.stage = 0;
  next_stage(id);
}

void Executor::handle(std::uint32_t what, std::uint64_t detail) {
  if (what == kStarted || what == kStepDone) {
    Session& session = *sessions_[detail >> 32U];
    const auto index = static_cast<std::int32_t>(detail & 0xFFFFFFFFU);
    const int lanes = session.lanes_each;
    what == kStarted ? start(session, index) : step_done(session, index / lanes, index % lanes);
    return;
  }
  const auto id = static_cast<std::uint32_t>(detail);
  Message& message = messages_[id];
  const Instant now = around_.queue->now();
  if (what == kRotated) {
    if (logs_steps()) {
      message.cause = record(message, Label::kKeyRotation, message.on_wire, now);
    }
    send(id);
    return;
  }
  if (logs_steps()) {
    message.cause = record_rest(message);
  }
  arrived(id);
}

/// From the end of the sender's step, or from the last byte's delivery, whichever was later.
stats::ActivityId Executor::record_rest(const Message& message) {
  const Instant delivered = message.cause == stats::kNone ? message.on_wire : around_.log->end_of(message.cause);
  Message rest = message;
  if (message.produced > delivered) {
    rest.cause = message.producer;
  }
  return record(rest, Label::kLink, std::max(message.produced, delivered), around_.queue->now());
}

void Executor::finish_receive(std::uint32_t id) {
  const Message& message = messages_[id];
  messages_.give_back(id);
  Session& session = *sessions_[message.session];
  const std::int32_t rank = message.to;
  const std::int32_t lane = message.lane;
  Lane& at = place_of(session, message.to, message.lane);
  ++at.arrived[static_cast<std::size_t>(message.slot)];
  if (logs_steps()) {
    at.cause = around_.log->later(message.cause, at.cause);
  }
  advance(session, rank, lane);
}

stats::ActivityId Executor::record(const Message& message, Label label, Instant start, Instant end) {
  stats::Activity activity;
  activity.start = start;
  activity.end = end;
  activity.cause = message.cause;
  activity.label = static_cast<std::uint8_t>(label);
  activity.track = host::track_of(message.from, host::Role::kWire);
  activity.bytes = message.bytes.count();
  return around_.log->record(activity);
}

// What an idle network would have taken is the link's share, the rest is contention.
stats::ActivityId Executor::record_wire(const Message& message) {
  const Instant now = around_.queue->now();
  const Duration idle = around_.transport->idle_time(source(message), destination(message), wire_bytes(message));
  const Instant alone = std::min(message.on_wire + idle, now);
  Message copy = message;
  copy.cause = record(message, Label::kLink, message.on_wire, alone);
  return alone < now ? record(copy, Label::kLinkContention, alone, now) : copy.cause;
}

}  // namespace sealring::collectives
