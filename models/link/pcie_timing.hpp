// How long bytes take on a PCIe link between a GPU and its host or its adapter.
#pragma once

#include <string>

#include "models/fabric/network.hpp"
#include "models/host/host_spec.hpp"
#include "models/security/protection.hpp"
#include "sim/units/units.hpp"

namespace sealring::link {

/// Models:  transaction-layer packets of the largest payload with their header and CRC; acknowledgements and flow
/// control as a
///          share of the link; one latency; a tag per packet under link encryption.
/// Ignores: reads limited by outstanding tags, splitting of peer traffic into 64 B at a root complex, relaxed ordering.
/// Source:  PCIe base specification: 24 B around a memory write with a 64-bit address (4 framing, 16 header, 4 CRC), so
/// 0.914 at
///          256 B; 63 GB/s x 0.914 x 0.96 is the 55 GB/s that measured generation-5 copies reach.
class PcieTiming {
 public:
  explicit PcieTiming(const host::PcieSpec& spec, const security::LinkOverhead& overhead = {})
      : spec_(spec), overhead_(overhead) {}

  [[nodiscard]] fabric::Framing framing() const {
    return {spec_.max_payload, spec_.tlp_overhead + overhead_.per_packet};
  }
  [[nodiscard]] Bandwidth wire_rate() const;
  [[nodiscard]] double packet_efficiency() const;
  [[nodiscard]] Bandwidth payload_rate() const { return wire_rate() * packet_efficiency(); }
  [[nodiscard]] Duration occupancy(Bytes payload) const { return framing().on_wire(payload) / wire_rate(); }
  [[nodiscard]] Duration latency() const { return spec_.latency + overhead_.latency; }
  /// One direction of the link. far_slots is the caller's.
  [[nodiscard]] fabric::StationSpec direction(std::string name) const;

 private:
  host::PcieSpec spec_;
  security::LinkOverhead overhead_;
};

}  // namespace sealring::link
