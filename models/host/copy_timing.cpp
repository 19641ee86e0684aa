#include "models/host/copy_timing.hpp"

#include <algorithm>
#include <stdexcept>

namespace sealring::host {
namespace {

Bandwidth slower(Bandwidth pcie, Bandwidth measured) {
  if (measured > Bandwidth(0) && (measured < pcie || pcie == Bandwidth(0))) {
    return measured;
  }
  return pcie;
}

}  // namespace

Bandwidth pcie_rate(const PcieSpec& pcie) {
  const auto payload = static_cast<double>(pcie.max_payload.count());
  const double in_packet = payload / (payload + static_cast<double>(pcie.tlp_overhead.count()));
  return pcie.lane_rate * (pcie.lanes * in_packet * pcie.link_layer_share);
}

CopyTiming::CopyTiming(const HostSpec& host, const security::PathProtectionSpec& protection)
    : api_(host.driver.copy_api),
      start_latency_(host.driver.copy_latency),
      h2d_(slower(pcie_rate(host.pcie), host.pinned_h2d)),
      d2h_(slower(pcie_rate(host.pcie), host.pinned_d2h)) {
  if (protection.kind == "host_bounce") {
    bounce_.emplace(protection.host_bounce, host.cpu);
    slot_ = protection.host_bounce.pool_slot;
    pool_slots_ = protection.host_bounce.pool_slots;
  } else if (protection.kind == "inline_link" || protection.kind == "ide") {
    start_latency_ += protection.inline_link.latency;
    h2d_ = h2d_ * protection.inline_link.rate_factor;
    d2h_ = d2h_ * protection.inline_link.rate_factor;
  } else if (protection.kind != "none") {
    throw std::invalid_argument("host copies cannot be protected by '" + protection.kind + "'");
  }
}

Duration CopyTiming::toll(CopyDirection direction, bool pinned) const {
  return bounce_ ? bounce_->toll(direction, pinned) : Duration();
}

Duration CopyTiming::wire(Bytes bytes, CopyDirection direction) const {
  const Bandwidth rate = direction == CopyDirection::kHostToDevice ? h2d_ : d2h_;
  if (!(rate > Bandwidth(0))) {
    throw std::invalid_argument("a host copy needs a PCIe rate or a measured copy rate");
  }
  return bytes / rate;
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
