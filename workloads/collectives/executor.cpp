#include "workloads/collectives/executor.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "workloads/collectives/catalog.hpp"
#include "workloads/collectives/executor_events.hpp"

namespace sealring::collectives {
namespace {

// Just below the GPUs and hosts, which start at 1 << 24, and far below the transports.
constexpr std::uint32_t kExecutorInstance = (1u << 24) - 1;

}  // namespace

Executor::Executor(const Surroundings& around,
                   Scheduler scheduler,
                   std::vector<host::CollectiveSpec> collectives,
                   int ranks)
    : queue::Handler(kExecutorInstance),
      around_(around),
      scheduler_(std::move(scheduler)),
      specs_(std::move(collectives)),
      ranks_(ranks),
      domains_(static_cast<std::size_t>(ranks)),
      joined_(specs_.size()),
      keys_(ranks) {
  for (int rank = 0; around_.gpus_per_domain > 0 && rank < ranks; ++rank) {
    domains_[static_cast<std::size_t>(rank)] = rank / around_.gpus_per_domain;
  }
  const auto staged = [](const security::Protection* path) { return path != nullptr && path->staged(); };
  logs_steps_ = around_.log != nullptr && (around_.every_step || staged(around_.scale_up) || staged(around_.scale_out));
  around_.transport->listen(*this);
}

void Executor::join(
    std::int32_t rank, std::int32_t collective, stats::ActivityId cause, gpu::Completion& who, std::uint64_t token) {
  Session& session = session_for(rank, collective);
  session.members[static_cast<std::size_t>(rank)] = Member{false, session.lanes_each, cause, &who, token};
  if (holds_sms(session)) {
    package(rank).hold_sms(session.schedule.sms);
  }
  if (session.schedule.start == Duration()) {
    start(session, rank);
    return;
  }
  around_.queue->post(
      around_.queue->now() + session.schedule.start, queue::Phase::kStart, *this, kStarted, packed(session.slot, rank));
}

void Executor::start(Session& session, int rank) {
  Member& member = session.members[static_cast<std::size_t>(rank)];
  member.in = true;
  --session.outside;
  if (logs_steps() && session.schedule.start > Duration()) {
    Message own;
    own.from = rank;
    own.cause = member.cause;
    const Instant now = around_.queue->now();
    member.cause = record(own, Label::kCollective, now - session.schedule.start, now);
  }
  const std::vector<std::uint32_t> held = std::move(session.early[static_cast<std::size_t>(rank)]);
  for (const std::uint32_t id : held) {
    Message& message = messages_[id];
    if (logs_steps()) {
      message.cause = around_.log->later(message.cause, member.cause);
    }
    dispatch(id);
  }
  const int lanes = session.lanes_each;
  const std::uint32_t slot = session.slot;
  const stats::ActivityId cause = member.cause;
  for (int lane = 0; lane < lanes; ++lane) {
    if (cause != stats::kNone) {  // else it says so already: many lanes are far from the nearest cache
      place_of(session, rank, lane).cause = cause;
    }
    ready_.push_back({slot, rank, lane});
  }
  settle();
}

Session& Executor::session_for(std::int32_t rank, std::int32_t collective) {
  std::vector<std::int32_t>& times = joined_[static_cast<std::size_t>(collective)];
  times.resize(static_cast<std::size_t>(ranks_));
  const std::int32_t occurrence = times[static_cast<std::size_t>(rank)]++;
  for (const auto& session : sessions_) {
    if (session && session->collective == collective && session->occurrence == occurrence) {
      return *session;
    }
  }
  std::unique_ptr<Session> fresh = open_session(collective, occurrence);
  auto slot = std::find(sessions_.begin(), sessions_.end(), nullptr);
  if (slot == sessions_.end()) {
    slot = sessions_.insert(sessions_.end(), nullptr);
  }
  fresh->slot = static_cast<std::uint32_t>(slot - sessions_.begin());
  *slot = std::move(fresh);
  ++counts_.collectives;
  return **slot;
}

std::unique_ptr<Session> Executor::open_session(std::int32_t collective, std::int32_t occurrence) {
  const host::CollectiveSpec& spec = specs_[static_cast<std::size_t>(collective)];
  auto session = std::make_unique<Session>();
  session->schedule = scheduler_(spec);
  const bool folded = around_.whole_ranks > 0;
  Request request = request_of(spec, session->schedule, folded ? around_.whole_ranks : ranks_, domain_size());
  request.kept_domains = folded ? ranks_ / domain_size() : 0;
  const std::unique_ptr<Algorithm> algorithm = make_algorithm(session->schedule.algorithm);
  if (!algorithm->supports(request)) {
    throw std::logic_error(session->schedule.algorithm + ": " + algorithm->why_not(request));
  }
  session->collective = collective;
  session->occurrence = occurrence;
  session->plan = algorithm->plan(request);
  counts_.folded_crossing += session->plan->crossing();
  session->members.resize(static_cast<std::size_t>(ranks_));
  session->lanes_each = session->plan->lanes();
  session->lanes.resize(static_cast<std::size_t>(ranks_) * static_cast<std::size_t>(session->lanes_each));
  if (session->schedule.window > 0) {
    session->rooms.resize(session->lanes.size());
  }
  session->early.resize(static_cast<std::size_t>(ranks_));
  session->members_left = session->outside = ranks_;
  return session;
}

// On a staged path there is no resident kernel: every stage is a kernel of its own, and the schedule holds none.
bool Executor::holds_sms(const Session& session) const { return !around_.packages.empty() && session.schedule.sms > 0; }

void Executor::finish_lane(Session& session, int rank, int lane) {
  Member& member = session.members[static_cast<std::size_t>(rank)];
  if (logs_steps()) {
    member.cause = around_.log->later(place_of(session, rank, lane).cause, member.cause);
  }
  if (--member.lanes_left == 0) {
    leave(session, rank);
  }
}

// From joining to leaving, when the steps between are not recorded.
stats::ActivityId Executor::record_whole(const Member& member, int rank) {
  Message own;
  own.from = rank;
  own.cause = member.cause;
  return record(own, Label::kCollective, around_.log->end_of(member.cause), around_.queue->now());
}

void Executor::leave(Session& session, int rank) {
  const Member member = session.members[static_cast<std::size_t>(rank)];
  if (holds_sms(session)) {
    package(rank).release_sms(session.schedule.sms);
  }
  if (--session.members_left == 0) {
    sessions_[session.slot].reset();
  }
  const bool whole = around_.log != nullptr && !logs_steps();
  member.who->completed(member.token, whole ? record_whole(member, rank) : member.cause);
}

/// What keeps a lane from its next step.
std::string Executor::awaited(const Session& session, int rank, int lane) const {
  const Lane& at = session.lanes[static_cast<std::size_t>(lane_index(session, rank, lane))];
  if (!session.in(rank) || at.next >= session.plan->primitives(rank, lane)) {
    return "its own rank to join";
  }
  const Primitive step = session.plan->at(rank, lane, at.next);
  const std::string chunk = "chunk " + std::to_string(step.chunk);
  for (std::size_t i = 0; i < step.receives; ++i) {
    if (at.arrived[step.from_slot[i]] == 0) {
      return chunk + " from rank " + std::to_string(step.from[i]);
    }
  }
  return "room for " + chunk +
         (step.group == Group::kMulticast ? " in its domain" : " at rank " + std::to_string(step.to[0]));
}

std::vector<std::string> Executor::unfinished() const {
  std::vector<std::string> lines;
  for (const auto& session : sessions_) {
    if (!session) {
      continue;
    }
    const int lanes = session->lanes_each;
    for (int i = 0; i < ranks_ * lanes; ++i) {
      const int rank = i / lanes;
      const std::int32_t next = session->lanes[static_cast<std::size_t>(i)].next;
      if (next <= session->plan->primitives(rank, i % lanes)) {
        lines.push_back("collective " + std::to_string(session->collective) + ", rank " + std::to_string(rank) +
                        ", step " + std::to_string(next) + ": waits for " + awaited(*session, rank, i % lanes));
      }
    }
  }
  return lines;
}

}  // namespace sealring::collectives
