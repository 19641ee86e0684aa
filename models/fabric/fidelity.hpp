// The fidelities a run can choose from.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "models/fabric/engine.hpp"
#include "models/fabric/network.hpp"
#include "sim/queue/event_queue.hpp"

namespace sealring::fabric {

struct Fidelity {
  std::string_view name;
  std::string_view summary;
  std::unique_ptr<Engine> (*make)(const Network& network, queue::EventQueue& queue);
};

/// slice, packet, analytic.
[[nodiscard]] const std::vector<Fidelity>& fidelities();

/// The network is copied; its router must outlive the engine. Throws std::invalid_argument for an unknown name (listing
/// the known ones) and for a network that no engine could serve. One engine per queue.
[[nodiscard]] std::unique_ptr<Engine> make_engine(std::string_view fidelity,
                                                  const Network& network,
                                                  queue::EventQueue& queue);

/// The same machine with slices as small as its smallest packet: buffers keep their bytes, fixed costs per slice and
/// headers of larger packets are spread over the packets in proportion.
[[nodiscard]] Network packetised(const Network& network);

}  // namespace sealring::fabric
