// From what was simulated to the whole machine: the same thing, unless some scale-up domains stood for all.
#pragma once

#include <array>
#include <cstdint>

#include "models/fabric/network.hpp"
#include "sim/units/units.hpp"
#include "studies/run/simulation.hpp"
#include "workloads/collectives/executor.hpp"

namespace sealring::studies {

/// Counts of all ranks. Shares of domains, which are simulated as the largest, count as what they are; only of what
/// passes uplinks and spines, and of the flags of low-latency protocols, each domain is taken to send alike.
class WholeMachine {
 public:
  explicit WholeMachine(const Simulation& simulation);

  [[nodiscard]] collectives::ExecutorCounts counts() const;
  /// Payload by zone, summed over its wires.
  [[nodiscard]] std::array<Bytes, fabric::kZones.size()> crossed() const;
  /// Ordered pairs of GPUs that exchanged sealed bytes.
  [[nodiscard]] std::int64_t sealed_pairs() const;

 private:
  [[nodiscard]] std::int64_t of_all(std::int64_t kept) const { return kept * domains_ / kept_; }
  [[nodiscard]] Bytes of_all(Bytes kept) const { return Bytes(of_all(kept.count())); }
  /// The part of what is sent between domains by the largest shares that is sent indeed.
  [[nodiscard]] Bytes true_shares(Bytes bytes) const;
  [[nodiscard]] bool inside(const fabric::PairCount& pair) const;
  void correct_between(const machine::FoldedNetwork& folded, std::array<Bytes, fabric::kZones.size()>& crossed) const;

  const Simulation& simulation_;
  std::int64_t domains_;
  std::int64_t kept_;
};

}  // namespace sealring::studies
