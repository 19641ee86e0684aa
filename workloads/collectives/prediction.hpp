// The communication library's own prediction of how long a collective takes. It is rough; it matters because the
// library chooses by it.
#pragma once

#include <optional>
#include <string>

#include "models/gpu/communication_spec.hpp"
#include "models/host/program.hpp"
#include "workloads/collectives/channels.hpp"
#include "workloads/collectives/job_shape.hpp"
#include "workloads/collectives/protocol.hpp"

namespace sealring::collectives {

/// Models:  latency of the steps plus bytes over bandwidth, both from tables, as NCCL's tuner.
/// Ignores: everything a table cannot say.
/// Source:  NCCL's cost model (2.19 to 2.30): base and hop latencies, caps per channel, the correction of trees.
class Prediction {
 public:
  Prediction(const gpu::CommunicationSpec& spec, const JobShape& shape)
      : spec_(spec), shape_(shape), channels_(channels_of(spec, shape)) {}
  /// Nothing when the library would not consider the combination.
  [[nodiscard]] std::optional<Duration> time(const host::CollectiveSpec& collective,
                                             const std::string& algorithm,
                                             Protocol protocol) const;

 private:
  [[nodiscard]] double bus(Protocol protocol, const std::string& algorithm) const;
  [[nodiscard]] double ring_seconds(const host::CollectiveSpec& collective, Protocol protocol) const;
  [[nodiscard]] double tree_seconds(const host::CollectiveSpec& collective, Protocol protocol) const;
  [[nodiscard]] double switch_seconds(const host::CollectiveSpec& collective) const;
  [[nodiscard]] bool considers_switches() const;
  [[nodiscard]] std::size_t scale() const;  ///< index into the arrays of TuningSpec

  const gpu::CommunicationSpec& spec_;
  JobShape shape_;
  Channels channels_;
};

}  // namespace sealring::collectives
