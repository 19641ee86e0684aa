// What the executor remembers between events.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "models/gpu/services.hpp"
#include "sim/stats/activity_log.hpp"
#include "workloads/collectives/plan.hpp"

namespace sealring::collectives {

/// A rank's place on one lane of a plan.
struct Lane {
  std::int32_t next = 0;                           ///< index of the primitive to perform
  std::array<std::int32_t, kMostPeers> arrived{};  ///< messages received and not yet consumed, by position in `from`
  stats::ActivityId cause = stats::kNone;          ///< what made the last progress
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
  std::unique_ptr<Plan> plan;
  std::vector<Member> members;
  std::vector<Lane> lanes;                        ///< [rank * lanes + lane]
  std::vector<std::vector<std::uint32_t>> early;  ///< [rank]: messages held back until that rank has joined
  int members_left = 0;
};

/// Where a rank stands on one of its lanes.
inline Lane& place_of(Session& session, int rank, int lane) {
  const auto lanes = static_cast<std::size_t>(session.plan->lanes());
  return session.lanes[static_cast<std::size_t>(rank) * lanes + static_cast<std::size_t>(lane)];
}

/// The key of a directed pair of ranks.
struct PairKey {
  Bytes used = Bytes(0);  ///< sealed since the last rotation
  Instant ready;          ///< nothing of the pair is sent before
};

/// One message between two ranks, from its first stage to the reduction at the other end.
struct Message {
  enum class At : std::uint8_t { kSenderStaging, kSealing, kReceiverStaging, kWire, kOpening, kReducing };
  std::uint32_t session = 0;
  std::int32_t from = 0;
  std::int32_t to = 0;
  std::int32_t lane = 0;
  std::int32_t slot = 0;  ///< position of the sender in the receiver's `from`
  At at = At::kWire;
  bool reduces = false;
  bool staged = false;
  bool slotted = false;  ///< holds a staging slot of the GPU at either end
  int stage = 0;         ///< next stage of the sealing or opening
  Bytes bytes;
  stats::ActivityId cause = stats::kNone;
  Instant on_wire;
  Duration key_wait;  ///< for a key that was being changed
};

}  // namespace sealring::collectives
