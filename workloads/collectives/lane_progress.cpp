// How a rank gets on with its lanes: wait, take, be busy, send.
#include <algorithm>
#include <utility>

#include "workloads/collectives/executor.hpp"
#include "workloads/collectives/executor_events.hpp"

namespace sealring::collectives {
namespace {

Duration busy_time(const Schedule& schedule, const Primitive& step) {
  if (step.free) {
    return {};
  }
  const Duration once = schedule.busy(step);
  return step.copies_own ? once + scaled(once, schedule.first_copy) : once;
}

}  // namespace

void Executor::advance(Session& session, int rank, int lane) {
  ready_.push_back({session.slot, rank, lane});
  settle();
}

// One lane's progress makes others able to go on; a list instead of recursion, which could get as deep as the plan.
void Executor::settle() {
  if (settling_) {
    return;
  }
  settling_ = true;
  while (!ready_.empty()) {
    const LaneRef ref = ready_.back();
    ready_.pop_back();
    Session* session = ref.slot < sessions_.size() ? sessions_[ref.slot].get() : nullptr;
    if (session != nullptr && ref.lane < session->lanes_each) {
      perform_steps(*session, ref.rank, ref.lane);
    }
  }
  settling_ = false;
}

void Executor::perform_steps(Session& session, int rank, int lane) {
  Lane& at = place_of(session, rank, lane);
  if (at.busy || at.waits || (at.lacks >= 0 && at.arrived[static_cast<std::size_t>(at.lacks)] == 0)) {
    return;
  }
  const int count = session.plan->primitives(rank, lane);
  if (at.next > count || !session.in(rank)) {
    return;
  }
  while (at.next < count) {
    const Primitive step = session.plan->at(rank, lane, at.next);
    if (!can_begin(session, rank, lane, step)) {
      return;
    }
    ++at.next;
    take(session, rank, lane, step);
    const Duration busy = busy_time(session.schedule, step);
    const Production production = record_step(at, rank, step, busy);
    send_all(session, rank, lane, step, production);
    const Duration handing_over = to_network(rank, step) ? session.schedule.network_step : Duration();
    const Duration occupied = busy + handing_over;
    if (handing_over > Duration()) {
      at.producing = record_hand_over(at, rank, step, production, handing_over);
    }
    if (occupied > Duration()) {
      at.busy = true;
      around_.queue->post(around_.queue->now() + occupied,
                          queue::Phase::kArrive,
                          *this,
                          kStepDone,
                          packed(session.slot, lane_index(session, rank, lane)));
      return;
    }
    give_room(session, rank, lane);
  }
  ++at.next;
  finish_lane(session, rank, lane);
}

bool Executor::to_network(int rank, const Primitive& step) const {
  if (step.group != Group::kNone) {
    return false;
  }
  for (std::size_t i = 0; i < step.sends; ++i) {
    if (domain_of(step.to[i]) != domain_of(rank)) {
      return true;
    }
  }
  return false;
}

/// What a busy lane does until the end of the step, which is known.
Executor::Production Executor::record_step(const Lane& at, int rank, const Primitive& step, Duration busy) {
  Production production;
  production.end = around_.queue->now() + busy;
  if (logs_steps() && busy > Duration()) {
    Message own;
    own.from = rank;
    own.bytes = step.bytes;
    own.cause = at.cause;
    production.activity = record(own, Label::kCollective, around_.queue->now(), production.end);
  }
  return production;
}

/// What keeps the lane after its message has left.
stats::ActivityId Executor::record_hand_over(
    const Lane& at, int rank, const Primitive& step, const Production& production, Duration time) {
  if (!logs_steps()) {
    return stats::kNone;
  }
  Message own;
  own.from = rank;
  own.bytes = step.bytes;
  own.cause = production.activity == stats::kNone ? at.cause : production.activity;
  return record(own, Label::kCollective, production.end, production.end + time);
}

void Executor::step_done(Session& session, int rank, int lane) {
  Lane& at = place_of(session, rank, lane);
  at.busy = false;
  if (logs_steps()) {
    at.cause = around_.log->later(at.producing, at.cause);
  }
  give_room(session, rank, lane);
  advance(session, rank, lane);
}

bool Executor::can_begin(Session& session, int rank, int lane, const Primitive& step) {
  Lane& at = place_of(session, rank, lane);
  for (std::size_t i = 0; i < step.receives; ++i) {
    if (at.arrived[step.from_slot[i]] == 0) {
      at.lacks = static_cast<std::int8_t>(step.from_slot[i]);
      return false;
    }
  }
  at.lacks = Lane::kNobody;
  return may_send(session, rank, lane, step);
}

bool Executor::may_send(Session& session, int rank, int lane, const Primitive& step) {
  if (session.schedule.window == 0) {
    return true;
  }
  Lane& at = place_of(session, rank, lane);
  const std::int32_t index = lane_index(session, rank, lane);
  const int to_lane = step.to_lane < 0 ? lane : step.to_lane;
  const auto room_at = [&](int receiver, std::size_t i) {
    Room& there = room_of(session, receiver, to_lane);
    const std::int32_t issued = step.group == Group::kNone ? there.issued[step.to_slot[i]] : at.group_sent;
    if (issued - there.consumed[step.to_slot[i]] < session.schedule.window) {
      return true;
    }
    at.waits = true;
    room_of(session, rank, lane).next_waiter = there.first_waiter;
    there.first_waiter = index;
    return false;
  };
  if (step.sends > 0 && step.group == Group::kMulticast) {
    const int first = first_of_domain(rank);
    for (int member = first; member < first + domain_size(); ++member) {
      if (!room_at(member, 0)) {
        return false;
      }
    }
    return true;
  }
  for (std::size_t i = 0; i < step.sends; ++i) {
    if (!room_at(step.to[i], i)) {
      return false;
    }
  }
  return true;
}

void Executor::take(Session& session, int rank, int lane, const Primitive& step) {
  Lane& at = place_of(session, rank, lane);
  at.taken = 0;
  for (std::size_t i = 0; i < step.receives; ++i) {
    --at.arrived[step.from_slot[i]];
    at.taken = static_cast<std::uint8_t>(at.taken | 1U << step.from_slot[i]);
  }
  const int to_lane = step.to_lane < 0 ? lane : step.to_lane;
  if (step.sends > 0 && step.group != Group::kNone) {
    ++at.group_sent;
    return;
  }
  for (std::size_t i = 0; session.schedule.window > 0 && i < step.sends; ++i) {  // nobody else asks
    ++room_of(session, step.to[i], to_lane).issued[step.to_slot[i]];
  }
}

// The buffer of a message is free once the step that read it is over.
void Executor::give_room(Session& session, int rank, int lane) {
  const Lane& at = place_of(session, rank, lane);
  if (session.schedule.window == 0 || at.taken == 0) {
    return;
  }
  Room& room = room_of(session, rank, lane);
  for (std::size_t slot = 0; slot < kMostPeers; ++slot) {
    room.consumed[slot] += static_cast<std::int32_t>(at.taken >> slot & 1U);
  }
  const int lanes = session.lanes_each;
  std::int32_t waiter = std::exchange(room.first_waiter, -1);
  while (waiter >= 0) {
    const auto index = static_cast<std::size_t>(waiter);
    Lane& waiting = session.lanes[index];
    waiting.waits = false;
    if (logs_steps()) {
      waiting.cause = around_.log->later(waiting.cause, at.cause);
    }
    ready_.push_back({session.slot, waiter / lanes, waiter % lanes});
    waiter = session.rooms[index].next_waiter;
  }
}

void Executor::send_all(Session& session, int rank, int lane, const Primitive& step, const Production& production) {
  Lane& at = place_of(session, rank, lane);
  at.producing = production.activity;
  for (std::size_t i = 0; i < step.sends; ++i) {
    const std::uint32_t id = messages_.take();
    Message& message = messages_[id];
    message.session = session.slot;
    message.from = rank;
    message.to = step.group == Group::kMulticast ? rank : step.to[i];
    message.lane = step.to_lane < 0 ? lane : step.to_lane;
    message.slot = step.to_slot[i];
    message.group = step.group;
    message.from_switch = false;
    message.ordinal = at.group_sent - 1;
    message.reduces = step.sends_partial;
    message.bytes = step.bytes;
    message.cause = at.cause;
    message.produced = production.end;
    message.producer = production.activity;
    dispatch(id);
  }
}

// A message waits at its sender until those whose buffers it goes to have joined.
void Executor::dispatch(std::uint32_t id) {
  const Message& message = messages_[id];
  Session& session = *sessions_[message.session];
  std::int32_t missing = message.to;
  const bool in = message.group == Group::kMulticast ? all_in(session, message.from, missing) : session.in(message.to);
  if (in) {
    begin(id);
  } else {
    session.early[static_cast<std::size_t>(missing)].push_back(id);
  }
}

}  // namespace sealring::collectives
