// What a copy between host and GPU costs when a host core encrypts it into a bounce pool.
#pragma once

#include "models/host/host_spec.hpp"
#include "models/host/program.hpp"
#include "models/security/profile_spec.hpp"
#include "sim/units/units.hpp"

namespace sealring::security {

/// Models:  one toll per copy, and the rate of one core's AES-GCM, bounded by the memory rate of its socket over the
///          passes that a byte makes through memory.
/// Ignores: the slower regime of very large copies (above 64 MiB the source measures up to 25 % less), and several
///          contexts that share a socket's memory.
/// Source:  open driver 595.45.04 (one context encrypts synchronously under a lock); rates from the artifact of an
/// ISPASS
///          2025 study.
class HostBounceTiming {
 public:
  HostBounceTiming(const HostBounceSpec& spec, const host::CpuSpec& cpu);

  [[nodiscard]] Duration toll(host::CopyDirection direction, bool pinned) const;
  [[nodiscard]] Duration crypto(Bytes message) const { return message / rate_; }  ///< serial per context
  [[nodiscard]] Bandwidth crypto_rate() const { return rate_; }

 private:
  HostBounceSpec spec_;
  Bandwidth rate_;
};

}  // namespace sealring::security
