#include "models/host/copy_timing.hpp"

#include <algorithm>
#include <stdexcept>

#include "models/security/catalog.hpp"

namespace sealring::host {
namespace {

const security::ProtectionRow& row_of(const security::PathProtectionSpec& protection) {
  const security::ProtectionRow& row = security::protection_row(protection.kind);
  if (!row.fits(security::PathKind::kHostCopy)) {
    throw std::invalid_argument("host copies cannot be protected by '" + protection.kind + "'");
  }
  return row;
}

/// What link encryption leaves of the payload rate.
double share_left(const link::PcieTiming& sealed, const link::PcieTiming& plain, double rate_factor) {
  return rate_factor * sealed.packet_efficiency() / plain.packet_efficiency();
}

}  // namespace

CopyTiming::CopyTiming(const HostSpec& host, const security::PathProtectionSpec& protection)
    : api_(host.driver.copy_api), start_latency_(host.driver.copy_latency) {
  const security::ProtectionRow& row = row_of(protection);
  sealed_ = row.sealed;
  security::LinkOverhead overhead;
  if (row.staged()) {
    bounce_.emplace(protection.host_bounce, host.cpu);
    slot_ = protection.host_bounce.pool_slot;
    pool_slots_ = protection.host_bounce.pool_slots;
  } else {
    overhead = row.make(protection, {})->on_link();
  }
  start_latency_ += overhead.latency;
  const link::PcieTiming wire(host.pcie, overhead);
  const double left = share_left(wire, link::PcieTiming(host.pcie), overhead.rate_factor);
  h2d_ = host.pinned_h2d * left;
  d2h_ = host.pinned_d2h * left;
  if (host.pcie.lane_rate > Bandwidth(0)) {
    pcie_ = wire;
  }
}

Duration CopyTiming::toll(CopyDirection direction, bool pinned) const {
  return bounce_ ? bounce_->toll(direction, pinned) : Duration();
}

Duration CopyTiming::wire(Bytes bytes, CopyDirection direction) const {
  const Bandwidth measured = direction == CopyDirection::kHostToDevice ? h2d_ : d2h_;
  if (!pcie_ && !(measured > Bandwidth(0))) {
    throw std::invalid_argument("a host copy needs a PCIe rate or a measured copy rate");
  }
  const Duration as_measured = measured > Bandwidth(0) ? bytes / measured : Duration();
  return pcie_ ? std::max(as_measured, pcie_->occupancy(bytes)) : as_measured;
}

Duration CopyTiming::crypto(Bytes bytes) const { return bounce_ ? bounce_->crypto(bytes) : Duration(); }

Duration CopyTiming::alone(Bytes bytes, CopyDirection direction, bool pinned) const {
  const Duration before = api_ + toll(direction, pinned);
  if (!bounced()) {
    return before + start_latency_ + wire(bytes, direction);
  }
  // Two stages in a row, one slot at a time; the device-side start belongs to the first slot.
  Duration core;
  Duration engine;
  Duration start = start_latency_;
  Bytes left = bytes;
  do {
    const Bytes part = std::min(left, slot_);
    if (direction == CopyDirection::kHostToDevice) {
      core += crypto(part);
      engine = std::max(core, engine) + start + wire(part, direction);
    } else {
      engine += start + wire(part, direction);
      core = std::max(core, engine) + crypto(part);
    }
    start = Duration();
    left -= part;
  } while (left > Bytes());
  return before + std::max(core, engine);
}

}  // namespace sealring::host
