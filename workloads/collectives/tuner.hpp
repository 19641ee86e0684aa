// Chooses algorithm, protocol, channels and chunks of a collective as the communication library does.
#pragma once

#include <string>
#include <vector>

#include "models/gpu/communication_spec.hpp"
#include "workloads/collectives/prediction.hpp"
#include "workloads/collectives/protocol.hpp"
#include "workloads/collectives/schedule.hpp"

namespace sealring::collectives {

/// What a scenario prescribes instead of the library's choice.
struct Prescribed {
  int lanes = 0;        ///< channels; 0: the library's choice
  int pieces = 0;       ///< 0: the library's choice
  bool staged = false;  ///< messages are sealed by kernels or engines at the ends: whole sub-steps, no resident kernel
};

/// Why a collective cannot be carried out as it asks: the setting to blame, "algorithm" or "protocol", and a sentence.
struct Refusal {
  std::string key;
  std::string what;
};

class Tuner {
 public:
  Tuner(const gpu::CommunicationSpec& spec, const JobShape& shape, const Prescribed& prescribed = {})
      : spec_(spec), shape_(shape), channels_(channels_of(spec, shape)), prescribed_(prescribed) {}
  /// `algorithm` and `protocol` of the collective may be "auto". For a collective without refusals.
  [[nodiscard]] Schedule schedule(const host::CollectiveSpec& collective) const;
  [[nodiscard]] std::vector<Refusal> refusals(const host::CollectiveSpec& collective) const;

 private:
  struct Choice {
    std::string algorithm;
    Protocol protocol = Protocol::kSimple;
  };
  [[nodiscard]] Choice choose(const host::CollectiveSpec& collective) const;
  [[nodiscard]] std::string why_not_algorithm(const host::CollectiveSpec& collective) const;
  [[nodiscard]] std::string why_not_protocol(const host::CollectiveSpec& collective) const;
  [[nodiscard]] Schedule staged(const host::CollectiveSpec& collective) const;
  void cut_ring(const host::CollectiveSpec& collective, const ProtocolRow& protocol, Schedule& schedule) const;
  void cut_tree(const host::CollectiveSpec& collective, const ProtocolRow& protocol, Schedule& schedule) const;
  [[nodiscard]] Bytes largest_tree_chunk() const;
  void cut_switch(const host::CollectiveSpec& collective, Schedule& schedule) const;
  void cut_point_to_point(const host::CollectiveSpec& collective,
                          const ProtocolRow& protocol,
                          Schedule& schedule) const;
  void measure(const host::CollectiveSpec& collective, Schedule& schedule) const;
  void cost(const gpu::ProtocolCostSpec& protocol, Schedule& schedule) const;
  [[nodiscard]] const gpu::ProtocolCostSpec& cost_of(Protocol protocol) const;

  gpu::CommunicationSpec spec_;
  JobShape shape_;
  Channels channels_;
  Prescribed prescribed_;
};

inline const char* const kAuto = "auto";
bool by_switches(const std::string& algorithm);
bool point_to_point(host::CollectiveKind kind);

/// What a scenario or a trace may name: "auto" first.
std::vector<std::string> algorithm_choices();
std::vector<std::string> protocol_choices();

}  // namespace sealring::collectives
