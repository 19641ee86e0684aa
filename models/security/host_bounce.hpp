// Host cores encrypt or decrypt, shared pools carry the ciphertext, the GPUs' copy engines do the other end.
#pragma once

#include "models/security/host_bounce_timing.hpp"
#include "models/security/protection.hpp"
#include "models/security/streaming_reduction.hpp"

namespace sealring::security {

/// A message between GPUs of different hosts: the sender copies it from its GPU to its host, the receiver from its host
/// to its GPU, each like any copy of that direction.
class HostBounce final : public Protection {
 public:
  HostBounce(const HostBounceTiming& timing, const StreamingReduction& reduction)
      : timing_(timing), reduction_(reduction) {}
  /// kLaunchToll of the submission, then the copy, kHostCrypto.
  [[nodiscard]] Stages at_sender(Bytes message) const override;
  [[nodiscard]] Stages at_receiver(Bytes message) const override;
  [[nodiscard]] LinkOverhead on_link() const override { return {}; }
  [[nodiscard]] std::optional<Stage> reduction(Bytes message) const override { return reduction_.stage(message); }
  [[nodiscard]] bool staged() const override { return true; }
  [[nodiscard]] bool waits_in_gpu_memory() const override { return false; }
  [[nodiscard]] bool sealed() const override { return true; }

 private:
  [[nodiscard]] Stages copy(Bytes message, host::CopyDirection direction, Where where) const;

  HostBounceTiming timing_;
  StreamingReduction reduction_;
};

}  // namespace sealring::security
