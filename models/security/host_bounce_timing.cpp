#include "models/security/host_bounce_timing.hpp"

#include <algorithm>

#include "sim/config/report.hpp"

namespace sealring::security {
namespace {

Bandwidth core_rate(const HostBounceSpec& spec, const host::CpuSpec& cpu) {
  const Bandwidth core =
      spec.crypto_rate.count() > 0 ? spec.crypto_rate : Bandwidth(cpu.aes_gcm_per_core.count() * spec.crypto_share);
  const Bandwidth memory(cpu.memory_rate.count() / spec.memory_passes);
  return memory.count() > 0 ? std::min(core, memory) : core;
}

}  // namespace

HostBounceTiming::HostBounceTiming(const HostBounceSpec& spec, const host::CpuSpec& cpu)
    : spec_(spec), rate_(core_rate(spec, cpu)) {
  if (!(rate_.count() > 0) || spec.pool_slot.count() <= 0 || spec.pool_slots <= 0) {
    throw config::BadInput("host_bounce needs a pool, and a crypto_rate or a CPU with an aes_gcm_per_core");
  }
}

Duration HostBounceTiming::toll(host::CopyDirection direction, bool pinned) const {
  const Duration base = direction == host::CopyDirection::kHostToDevice ? spec_.toll_h2d : spec_.toll_d2h;
  return pinned ? base : base + spec_.toll_pageable;
}

}  // namespace sealring::security
