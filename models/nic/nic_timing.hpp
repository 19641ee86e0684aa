// How long bytes take through the host channel adapters of one GPU.
#pragma once

#include <string>

#include "models/fabric/network.hpp"
#include "models/nic/nic_spec.hpp"
#include "models/security/protection.hpp"
#include "sim/units/units.hpp"

namespace sealring::nic {

/// Models:  packets of one MTU with their headers; acknowledgements and flow control as a share of the link; per slice,
///          which the transport posts as one RDMA write, the write's own header and the adapter's message rate; several
///          adapters of a GPU as one server with the summed rate; a tag per packet under link encryption.
/// Ignores: clear-to-send messages, congestion control, adaptive routing, retransmission.
/// Source:  InfiniBand header sizes LRH 8 + BTH 12 + ICRC 4 + VCRC 2 = 26 B (0.9937 at 4,096 B), RETH 16 B; RoCEv2 82 B
/// (0.980).
class NicTiming {
 public:
  explicit NicTiming(const NicSpec& spec, const security::LinkOverhead& overhead = {})
      : spec_(spec), overhead_(overhead) {}

  [[nodiscard]] fabric::Framing framing() const { return {spec_.mtu, spec_.header + overhead_.per_packet}; }
  [[nodiscard]] Bandwidth wire_rate(int adapters) const;
  [[nodiscard]] double packet_efficiency() const;
  [[nodiscard]] Duration per_slice(int adapters) const;
  [[nodiscard]] Duration occupancy(Bytes payload, int adapters) const;
  [[nodiscard]] Duration latency() const { return spec_.latency; }  ///< one end, without any cipher
  /// The sending side; its latency is one end's and the whole cipher's. far_slots is the caller's.
  [[nodiscard]] fabric::StationSpec egress(std::string name, int adapters) const;

 private:
  NicSpec spec_;
  security::LinkOverhead overhead_;
};

}  // namespace sealring::nic
