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
  Bytes bytes;     ///< nccl-tests convention: the size of the full buffer
  int root = 0;    ///< kBroadcast
  int lanes = 1;   ///< independent parts of the buffer that travel side by side
  int pieces = 1;  ///< consecutive parts within a lane
};

inline constexpr int kMostPeers = 3;

/// One step of one rank on one lane, in the manner of NCCL's primitives: wait for a message from each `from`, combine,
/// then send to each `to`. Steps of a lane run in order; a send does not wait for its delivery.
struct Primitive {
  std::array<std::int32_t, kMostPeers> from{};
  std::array<std::int32_t, kMostPeers> to{};
  std::array<std::uint8_t, kMostPeers> to_slot{};  ///< this rank's position in the receiver's `from`, fixed per lane
  std::uint8_t receives = 0;                       ///< number of valid entries of `from`
  std::uint8_t sends = 0;                          ///< number of valid entries of `to`
  bool reduces = false;                            ///< what arrives is added to the own chunk; otherwise it replaces it
  bool sends_partial = false;                      ///< the receivers reduce what this step sends
  std::int32_t chunk = 0;                          ///< the chunk received, and sent on
  Bytes bytes;                                     ///< of that chunk
};

/// Answers for any step without storing them.
class Plan {
 public:
  explicit Plan(const Request& request) : request_(request) {}
  virtual ~Plan() = default;
  [[nodiscard]] const Request& request() const { return request_; }
  /// Number of primitives of this rank on each lane.
  [[nodiscard]] virtual int primitives(int rank) const = 0;
  [[nodiscard]] virtual Primitive at(int rank, int lane, int index) const = 0;
  /// Number of distinct chunks, over all lanes and pieces. In a scatter or gather chunk c belongs to rank c % ranks.
  [[nodiscard]] virtual int chunks() const = 0;
  /// Sends that one rank performs one after the other per lane: the sub-steps that sealing multiplies.
  [[nodiscard]] virtual int substeps() const = 0;

 private:
  Request request_;
};

/// A way to carry out collectives. Implementations are rows of workloads/collectives/catalog.cpp.
class Algorithm {
 public:
  virtual ~Algorithm() = default;
  [[nodiscard]] virtual bool supports(const Request& request) const = 0;
  [[nodiscard]] virtual std::unique_ptr<Plan> plan(const Request& request) const = 0;
};

/// Chunk `index` of `count` of a buffer: sizes differ by one byte at most and add up to `bytes`.
Bytes even_share(Bytes bytes, int index, int count);

}  // namespace sealring::collectives
