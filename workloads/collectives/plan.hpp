// A collective as a plan: who sends which chunk to whom, and what each send waits for. No clock, no sizes of wires.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "models/host/program.hpp"
#include "sim/units/units.hpp"

namespace sealring::collectives {

using host::CollectiveKind;

/// What is asked for. Ranks are positions 0..ranks-1 within the communicator.
struct Request {
  CollectiveKind kind = CollectiveKind::kAllReduce;
  int ranks = 2;
  int domain = 0;  ///< consecutive ranks that share a scale-up domain; 0: all of them
  Bytes bytes;     ///< nccl-tests convention: the size of the full buffer
  int root = 0;    ///< kBroadcast
  int lanes = 1;   ///< channels: independent parts of the buffer that travel side by side
  int pieces = 1;  ///< consecutive parts within a channel, each taken through the whole algorithm
  int slices = 1;  ///< parts of a step's chunk that are passed on one by one
  /// Above 0: only the ranks of the first so many domains are asked for, and stand for those of all. What the last of
  /// these domains sends to the next one goes to the first. Shares of domains are all as large as the largest.
  int kept_domains = 0;
};

inline constexpr int kMostPeers = 3;

/// What a send means to the scale-up switch of the sender's domain.
enum class Group : std::uint8_t {
  kNone,      ///< point to point
  kReduce,    ///< every rank of the domain sends its part for the same receiver; the switch adds them up, and one
              ///< message arrives there. to[0] is the receiver, of the same domain.
  kMulticast  ///< the switch copies the message to every rank of the domain, the sender included; `to` is not used
};

/// One step of one rank on one lane, in the manner of NCCL's primitives: wait for a message at each of its slots,
/// combine, then send to each `to`. Steps of a lane run in order; a send does not wait for its delivery. Messages that
/// arrive at one slot of a lane are taken in the order in which they were sent; a slot has one sender (lane and rank),
/// or for kReduce the ranks of a domain, for the whole of the plan.
struct Primitive {
  std::array<std::int32_t, kMostPeers> from{};  ///< senders; any rank of the domain where the switch delivers
  std::array<std::int32_t, kMostPeers> to{};
  std::array<std::uint8_t, kMostPeers> from_slot{};  ///< where the messages of `from` arrive, below kMostPeers
  std::array<std::uint8_t, kMostPeers> to_slot{};    ///< the receiver's slot for this message
  std::uint8_t receives = 0;                         ///< number of valid entries of `from`
  std::uint8_t sends = 0;                            ///< number of valid entries of `to`; 1 for a group
  Group group = Group::kNone;                        ///< of the send
  std::int32_t from_lane = -1;                       ///< the senders' lane; -1: this one
  std::int32_t to_lane = -1;                         ///< the receivers' lane; -1: this one
  bool reduces = false;           ///< what arrives is added to the own chunk; otherwise it replaces it
  bool sends_partial = false;     ///< the receivers reduce what this step sends, or the switch does
  bool free = false;              ///< belongs to the step before or after it on the lane and takes no time of its own
  bool of_head = false;           ///< of one head only, where the other steps of a channel serve all heads in turn
  bool copies_own = false;        ///< out of place, the sender's own chunk also goes to its output buffer
  std::int32_t chunk = 0;         ///< the chunk received, and sent on
  std::int32_t chunk_count = 1;   ///< chunks that travel as one message: chunk, chunk + chunk_stride, ...
  std::int32_t chunk_stride = 1;  ///< from one of them to the next
  Bytes bytes;                    ///< of all these chunks together
};

/// Answers for any step without storing them.
///
/// A receiver may bound how many messages wait at a slot: no plan deadlocks when a step, once it has taken its own
/// messages, waits for room at its receivers, as long as a slot has room for `slices` messages.
class Plan {
 public:
  explicit Plan(const Request& request) : request_(request) {}
  virtual ~Plan() = default;
  [[nodiscard]] const Request& request() const { return request_; }
  /// Sequences of steps that a rank performs side by side; at least one per channel.
  [[nodiscard]] virtual int lanes() const { return request_.lanes; }
  /// Number of primitives of this rank on this lane; may be 0.
  [[nodiscard]] virtual int primitives(int rank, int lane) const = 0;
  [[nodiscard]] virtual Primitive at(int rank, int lane, int index) const = 0;
  /// Number of distinct chunks, over all lanes and pieces. In a scatter or gather chunk c belongs to rank c % ranks.
  [[nodiscard]] virtual int chunks() const = 0;
  /// Sends that one rank performs one after the other per lane: the sub-steps that sealing multiplies.
  [[nodiscard]] virtual int substeps() const = 0;
  /// Of a folded plan: what all ranks of all domains together send to other domains.
  [[nodiscard]] virtual Bytes crossing() const { return {}; }

 protected:
  /// What `channel` carries of the buffer in `piece`, and the number of that part.
  [[nodiscard]] Bytes part_bytes(int channel, int piece) const;
  [[nodiscard]] int part(int channel, int piece) const { return piece * request_.lanes + channel; }

 private:
  Request request_;
};

/// A way to carry out collectives. Implementations are rows of workloads/collectives/catalog.cpp.
class Algorithm {
 public:
  virtual ~Algorithm() = default;
  /// Why this algorithm cannot carry out `request`: words that complete "tree: ..."; empty when it can.
  [[nodiscard]] std::string why_not(const Request& request) const;
  [[nodiscard]] bool supports(const Request& request) const { return why_not(request).empty(); }
  /// The plan of a supported request, its steps cut into slices.
  [[nodiscard]] std::unique_ptr<Plan> plan(const Request& request) const;

 private:
  [[nodiscard]] virtual bool carries_out(CollectiveKind kind) const = 0;
  /// Whether all domains do the same, so that one can stand for all.
  [[nodiscard]] virtual bool folds() const { return false; }
  /// As why_not, for what this algorithm asks of the ranks and their domains.
  [[nodiscard]] virtual std::string misfit(const Request&) const { return {}; }
  [[nodiscard]] virtual std::unique_ptr<Plan> unsliced(const Request& request) const = 0;
};

/// Chunk `index` of `count` of a buffer: sizes differ by one byte at most and add up to `bytes`.
Bytes even_share(Bytes bytes, int index, int count);

}  // namespace sealring::collectives
