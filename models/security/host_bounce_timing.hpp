// What a copy between host and GPU costs when a host core encrypts it into a bounce pool.
#pragma once

#include <cstdint>

#include "models/host/host_spec.hpp"
#include "models/host/program.hpp"
#include "models/security/profile_spec.hpp"
#include "sim/units/units.hpp"

namespace sealring::security {

/// Models:  one toll per copy, one core's AES-GCM rate, and the copy engine's cipher on the pool slot that the core did
/// not touch
///          last (first slot of a read back, last slot of a write): the other slots overlap with the core.
/// Ignores: memory bandwidth of the two extra passes, the slower regime of very large copies (above 64 MiB the source
/// measures
///          up to 25 % less), and contention of several contexts for cores.
/// Source:  open driver 595.45.04 (one context encrypts synchronously under a lock; 32 buffers of 2 MB that double when
/// all are
///          taken); rates from the artifact of an ISPASS 2025 study.
class HostBounceTiming {
 public:
  HostBounceTiming(const HostBounceSpec& spec, const host::CpuSpec& cpu);

  [[nodiscard]] Duration toll(host::CopyDirection direction, bool pinned) const;
  [[nodiscard]] Duration crypto(Bytes message) const { return message / rate_; }  ///< serial per context
  /// The part of the copy engine's work that nothing hides; zero when no rate is given.
  [[nodiscard]] Duration engine(Bytes message, Bandwidth engine_rate) const;
  [[nodiscard]] Bandwidth crypto_rate() const { return rate_; }

  [[nodiscard]] std::int64_t slots_needed(Bytes message) const;
  /// Slots of the pool after `in_flight` of them were wanted at once: it doubles until they fit.
  [[nodiscard]] std::int64_t pool_slots(std::int64_t in_flight) const;

 private:
  HostBounceSpec spec_;
  Bandwidth rate_;
};

}  // namespace sealring::security
