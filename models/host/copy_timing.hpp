// How long a copy between host and GPU takes when nothing else moves.
#pragma once

#include <optional>

#include "models/host/host_spec.hpp"
#include "models/host/program.hpp"
#include "models/link/pcie_timing.hpp"
#include "models/security/host_bounce_timing.hpp"
#include "models/security/profile_spec.hpp"

namespace sealring::host {

/// Models:  plain: API call + device-side start + the slower of PCIe and the measured pinned rate. host_bounce: the
/// same
///          and a toll, and the bytes pass a core's AES-GCM slot by slot (pool slots), pipelined with PCIe, so a long
///          copy costs toll + bytes / min(cipher rate, PCIe rate) and a copy of one slot pays cipher and PCIe in turn.
///          ide: tags in every packet, a share of the rate, a latency. A measured rate keeps its share of the link, so
///          encryption slows it as much as the link.
/// Ignores: pageable memory without protection (costs as pinned), the slower regime of protected copies above 64 MiB, a
/// limit
///          of the bounce pool (it doubles).
/// Source:  shape of the artifact data of an ISPASS 2025 study: 2.03 us + n / 43 GB/s plain, 22 us + n / 3.0 GB/s
/// protected.
class CopyTiming {
 public:
  /// Throws std::invalid_argument for a protection that host copies do not know.
  CopyTiming(const HostSpec& host, const security::PathProtectionSpec& protection);

  /// From the API call to the last byte visible, alone on an idle machine. The toll comes on top of API call and start.
  [[nodiscard]] Duration alone(Bytes bytes, CopyDirection direction, bool pinned = true) const;

  [[nodiscard]] Duration api() const { return api_; }
  [[nodiscard]] Duration toll(CopyDirection direction, bool pinned) const;
  [[nodiscard]] Duration start_latency() const { return start_latency_; }
  [[nodiscard]] Duration wire(Bytes bytes, CopyDirection direction) const;
  [[nodiscard]] Duration crypto(Bytes bytes) const;  ///< zero where no core encrypts
  [[nodiscard]] bool bounced() const { return bounce_.has_value(); }
  [[nodiscard]] bool sealed() const { return sealed_; }  ///< what leaves the GPU is ciphertext
  [[nodiscard]] Bytes slot() const { return slot_; }
  [[nodiscard]] int pool_slots() const { return pool_slots_; }

 private:
  Duration api_;
  Duration start_latency_;
  bool sealed_ = false;
  std::optional<link::PcieTiming> pcie_;  ///< none where the host's link has no rate
  Bandwidth h2d_;                         ///< measured rates, as the protection leaves them; zero: PCIe alone decides
  Bandwidth d2h_;
  std::optional<security::HostBounceTiming> bounce_;
  Bytes slot_;
  int pool_slots_ = 0;
};

}  // namespace sealring::host
