// What the executor remembers between events.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "models/gpu/services.hpp"
#include "sim/queue/line_allocator.hpp"
#include "sim/stats/activity_log.hpp"
#include "workloads/collectives/plan.hpp"
#include "workloads/collectives/schedule.hpp"

namespace sealring::collectives {

/// A rank's place on one lane of a plan: half a cache line. Arrays are by slot.
struct alignas(32) Lane {
  std::int32_t next = 0;                           ///< index of the primitive to perform
  std::array<std::int32_t, kMostPeers> arrived{};  ///< messages received and not yet consumed
  std::int32_t group_sent = 0;                     ///< messages it sent to its switch
  stats::ActivityId cause = stats::kNone;          ///< what made the last progress
  stats::ActivityId producing = stats::kNone;      ///< the step that it is busy with
  bool busy = false;
  bool waits = false;           ///< is linked
  std::int8_t lacks = kNobody;  ///< slot whose message the next step waits for, as far as it is known
  std::uint8_t taken = 0;       ///< bit per slot: the step that it is busy with reads a message of it
  static constexpr std::int8_t kNobody = -1;
};
static_assert(sizeof(Lane) == 32, "large machines do not fit the nearest cache");

/// The slots of a lane where they have room for so many messages only.
struct alignas(32) Room {
  std::array<std::int32_t, kMostPeers> issued{};    ///< messages sent to it
  std::array<std::int32_t, kMostPeers> consumed{};  ///< messages taken
  std::int32_t first_waiter = -1;                   ///< lanes that wait for room in a slot of this one, linked
  std::int32_t next_waiter = -1;
};

/// What a switch has collected for one receiving lane: how many parts of each message, oldest first.
struct Gathering {
  std::int32_t first = 0;  ///< ordinal of the oldest message that is not complete
  std::deque<std::int32_t> parts;
};

/// A rank's part in one occurrence of a collective.
struct Member {
  bool in = false;
  int lanes_left = 0;
  stats::ActivityId cause = stats::kNone;
  gpu::Completion* who = nullptr;
  std::uint64_t token = 0;
};

/// One occurrence of a collective.
struct Session {
  std::int32_t collective = 0;
  std::int32_t occurrence = 0;
  std::uint32_t slot = 0;
  Schedule schedule;
  std::unique_ptr<Plan> plan;
  std::vector<Member> members;
  std::int32_t lanes_each = 0;                          ///< of a rank
  std::vector<Lane, queue::LineAllocator<Lane>> lanes;  ///< [rank * lanes_each + lane]
  std::vector<Room, queue::LineAllocator<Room>> rooms;  ///< the same; empty where the schedule has no window
  std::vector<std::vector<std::uint32_t>> early;        ///< [rank]: messages held back until that rank has joined
  std::map<std::int32_t, Gathering> gatherings;         ///< by receiving lane
  int members_left = 0;
  int outside = 0;  ///< ranks that have not joined yet
  [[nodiscard]] bool in(std::int32_t rank) const { return outside == 0 || members[static_cast<std::size_t>(rank)].in; }
};

inline std::int32_t lane_index(const Session& session, int rank, int lane) { return rank * session.lanes_each + lane; }

/// Where a rank stands on one of its lanes.
inline Lane& place_of(Session& session, int rank, int lane) {
  return session.lanes[static_cast<std::size_t>(lane_index(session, rank, lane))];
}

inline Room& room_of(Session& session, int rank, int lane) {
  return session.rooms[static_cast<std::size_t>(lane_index(session, rank, lane))];
}

/// A lane of a rank in a session's slot; the session may be over.
struct LaneRef {
  std::uint32_t slot = 0;
  std::int32_t rank = 0;
  std::int32_t lane = 0;
};

/// One message between two ranks, from its first stage to the reduction at the other end: one cache line.
struct alignas(64) Message {
  enum class At : std::uint8_t { kSenderStaging, kSealing, kReceiverStaging, kWire, kToSwitch, kOpening, kReducing };
  std::uint32_t session = 0;
  std::int32_t from = 0;
  std::int32_t to = 0;
  std::int32_t lane = 0;     ///< of the receiver
  std::int32_t ordinal = 0;  ///< of a part for the switch: how many its lane had sent before
  std::uint8_t slot = 0;     ///< of the receiver's lane
  Group group = Group::kNone;
  At at = At::kWire;
  bool from_switch = false;
  bool reduces = false;
  bool staged = false;
  bool slotted = false;    ///< holds a staging slot of the GPU at either end
  std::uint8_t stage = 0;  ///< next stage of the sealing or opening
  stats::ActivityId cause = stats::kNone;
  Bytes bytes;
  Instant on_wire;   ///< or, until then, when it began to wait for a key
  Instant produced;  ///< the sender's last byte is there; it goes out as it becomes ready
  stats::ActivityId producer = stats::kNone;
};
static_assert(sizeof(Message) == 64, "large machines do not fit the nearest cache");

}  // namespace sealring::collectives
