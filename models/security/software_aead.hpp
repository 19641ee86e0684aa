// AES-GCM as GPU kernels around every message: encrypt and tag, wire, check and decrypt.
#pragma once

#include "models/security/software_aead_timing.hpp"

namespace sealring::security {

class SoftwareAead final : public Protection {
 public:
  SoftwareAead(const SoftwareAeadSpec& spec, const gpu::GpuSpec& gpu, int reduce_sms)
      : timing_(spec, gpu, reduce_sms) {}
  [[nodiscard]] Stages at_sender(Bytes message) const override;    ///< kSeal, kMac
  [[nodiscard]] Stages at_receiver(Bytes message) const override;  ///< kVerify, kOpen
  [[nodiscard]] LinkOverhead on_link() const override { return {}; }
  [[nodiscard]] std::optional<Stage> reduction(Bytes message) const override { return timing_.reduce_stage(message); }
  [[nodiscard]] bool staged() const override { return true; }
  [[nodiscard]] bool sealed() const override { return true; }

 private:
  SoftwareAeadTiming timing_;
};

}  // namespace sealring::security
