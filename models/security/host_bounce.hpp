// A host core encrypts or decrypts, a shared pool carries the ciphertext, the GPU's copy engine does the other end.
#pragma once

#include "models/security/host_bounce_timing.hpp"
#include "models/security/protection.hpp"

namespace sealring::security {

/// One direction of one kind of host memory; a machine holds one object per combination.
struct HostBouncePath {
  host::CopyDirection direction = host::CopyDirection::kHostToDevice;
  bool pinned = true;
  Bandwidth engine_rate{0};  ///< copy-engine cipher; zero: hidden behind the core altogether
};

class HostBounce final : public Protection {
 public:
  HostBounce(const HostBounceTiming& timing, HostBouncePath path) : timing_(timing), path_(path) {}
  /// The host's end: kLaunchToll, kHostCrypto on a core. The GPU's end: kCopyEngine.
  [[nodiscard]] Stages at_sender(Bytes message) const override;
  [[nodiscard]] Stages at_receiver(Bytes message) const override;
  [[nodiscard]] LinkOverhead on_link() const override { return {}; }
  [[nodiscard]] bool staged() const override { return true; }
  [[nodiscard]] bool sealed() const override { return true; }

 private:
  [[nodiscard]] Stages host_end(Bytes message) const;
  [[nodiscard]] Stages gpu_end(Bytes message) const;

  HostBounceTiming timing_;
  HostBouncePath path_;
};

}  // namespace sealring::security
