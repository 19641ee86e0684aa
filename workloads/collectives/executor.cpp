#include "workloads/collectives/executor.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "workloads/collectives/catalog.hpp"

namespace sealring::collectives {
namespace {

// Just below the GPUs and hosts, which start at 1 << 24, and far below the transports.
constexpr std::uint32_t kExecutorInstance = (1u << 24) - 1;

}  // namespace

Executor::Executor(const Surroundings& around,
                   const StepCosts& costs,
                   std::vector<host::CollectiveSpec> collectives,
                   int ranks)
    : queue::Handler(kExecutorInstance),
      around_(around),
      costs_(costs),
      specs_(std::move(collectives)),
      ranks_(ranks),
      joined_(specs_.size()) {
  around_.transport->listen(*this);
}

void Executor::join(
    std::int32_t rank, std::int32_t collective, stats::ActivityId cause, gpu::Completion& who, std::uint64_t token) {
  Session& session = session_for(rank, collective);
  Member& member = session.members[static_cast<std::size_t>(rank)];
  const int lanes = session.plan->lanes();
  member = Member{true, lanes, cause, &who, token};
  if (holds_sms()) {
    package(rank).hold_sms(costs_.channel_sms);
  }
  std::vector<std::uint32_t> held = std::move(session.early[static_cast<std::size_t>(rank)]);
  for (const std::uint32_t id : held) {
    Message& message = messages_[id];
    if (around_.log != nullptr) {
      message.cause = around_.log->later(message.cause, cause);
    }
    begin(id);
  }
  for (int lane = 0; lane < lanes; ++lane) {
    place_of(session, rank, lane).cause = cause;
    advance(session, rank, lane);
  }
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
  Request request;
  request.kind = spec.kind;
  request.ranks = ranks_;
  request.bytes = spec.bytes;
  request.root = spec.root;
  request.lanes = costs_.lanes;
  request.pieces = pieces(spec);
  const std::unique_ptr<Algorithm> algorithm = make_algorithm(spec.algorithm);
  if (!algorithm->supports(request)) {
    throw std::logic_error("the algorithm " + spec.algorithm + " does not support this collective");
  }
  auto session = std::make_unique<Session>();
  session->collective = collective;
  session->occurrence = occurrence;
  session->plan = algorithm->plan(request);
  session->members.resize(static_cast<std::size_t>(ranks_));
  session->lanes.resize(static_cast<std::size_t>(ranks_) * static_cast<std::size_t>(session->plan->lanes()));
  session->early.resize(static_cast<std::size_t>(ranks_));
  session->members_left = ranks_;
  return session;
}

// A sealed message is one unit per sub-step, so only plaintext is cut further.
int Executor::pieces(const host::CollectiveSpec& spec) const {
  const bool plain = around_.scale_up == nullptr || !around_.scale_up->staged();
  const std::int64_t piece = costs_.broadcast_piece.count();
  if (spec.kind != CollectiveKind::kBroadcast || !plain || piece == 0) {
    return costs_.pieces;
  }
  const std::int64_t wanted = (spec.bytes.count() + piece - 1) / piece;
  return std::max(costs_.pieces, static_cast<int>(std::min<std::int64_t>(wanted, INT32_MAX / 4)));
}

// On a staged path there is no resident kernel: every stage is a kernel of its own.
bool Executor::holds_sms() const {
  const bool staged = around_.scale_up != nullptr && around_.scale_up->staged();
  return !around_.packages.empty() && costs_.channel_sms > 0 && !staged;
}

void Executor::advance(Session& session, int rank, int lane) {
  Lane& at = place_of(session, rank, lane);
  const int count = session.plan->primitives(rank, lane);
  while (at.next < count) {
    const Primitive step = session.plan->at(rank, lane, at.next);
    if (!take(session, rank, at, step)) {
      return;
    }
    ++at.next;
    emit(session, rank, lane, step);
  }
  Member& member = session.members[static_cast<std::size_t>(rank)];
  if (around_.log != nullptr) {
    member.cause = around_.log->later(at.cause, member.cause);
  }
  if (--member.lanes_left == 0) {
    leave(session, rank);
  }
}

bool Executor::take(const Session& session, int rank, Lane& at, const Primitive& step) {
  if (!session.members[static_cast<std::size_t>(rank)].in) {
    return false;
  }
  for (std::size_t i = 0; i < step.receives; ++i) {
    if (at.arrived[i] == 0) {
      return false;
    }
  }
  for (std::size_t i = 0; i < step.receives; ++i) {
    --at.arrived[i];
  }
  return true;
}

void Executor::emit(Session& session, int rank, int lane, const Primitive& step) {
  for (std::size_t i = 0; i < step.sends; ++i) {
    const std::uint32_t id = new_message();
    Message& message = messages_[id];
    message.session = session.slot;
    message.from = rank;
    message.to = step.to[i];
    message.lane = lane;
    message.slot = step.to_slot[i];
    message.reduces = step.sends_partial;
    message.bytes = step.bytes;
    message.cause = place_of(session, rank, lane).cause;
    if (session.members[static_cast<std::size_t>(message.to)].in) {
      begin(id);
    } else {
      session.early[static_cast<std::size_t>(message.to)].push_back(id);
    }
  }
}

void Executor::leave(Session& session, int rank) {
  const Member member = session.members[static_cast<std::size_t>(rank)];
  if (holds_sms()) {
    package(rank).release_sms(costs_.channel_sms);
  }
  if (--session.members_left == 0) {
    sessions_[session.slot].reset();
  }
  member.who->completed(member.token, member.cause);
}

std::vector<std::string> Executor::unfinished() const {
  std::vector<std::string> lines;
  for (const auto& session : sessions_) {
    if (!session) {
      continue;
    }
    const int lanes = session->plan->lanes();
    for (int i = 0; i < ranks_ * lanes; ++i) {
      const Lane& at = session->lanes[static_cast<std::size_t>(i)];
      const int rank = i / lanes;
      if (at.next >= session->plan->primitives(rank, i % lanes)) {
        continue;
      }
      const Primitive step = session->plan->at(rank, i % lanes, at.next);
      const std::string where = "collective " + std::to_string(session->collective) + ", rank " + std::to_string(rank) +
                                ", step " + std::to_string(at.next) + ": waits for ";
      const bool in = session->members[static_cast<std::size_t>(rank)].in;
      lines.push_back(where + (in ? "chunk " + std::to_string(step.chunk) + " from rank " + std::to_string(step.from[0])
                                  : std::string("its own rank to join")));
    }
  }
  return lines;
}

}  // namespace sealring::collectives
