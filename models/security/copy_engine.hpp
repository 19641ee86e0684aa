// The copy engines of both GPUs encrypt and decrypt on the way through staging memory.
#pragma once

#include "models/security/profile_spec.hpp"
#include "models/security/protection.hpp"
#include "models/security/streaming_reduction.hpp"

namespace sealring::security {

/// Models:  one toll and the engine's rate per message, at each end; a kernel that adds what was received.
/// Ignores: the alignment of payload and tags, and engines shared with ordinary copies (the GPU package queues those).
/// Source:  vendor's attestation documents: with peer access off, GPU to GPU data is encrypted by the copy engine.
class CopyEngine final : public Protection {
 public:
  /// Throws config::BadInput without a rate.
  CopyEngine(const CopyEngineSpec& spec, const StreamingReduction& reduction);
  [[nodiscard]] Stages at_sender(Bytes message) const override { return one_end(message); }
  [[nodiscard]] Stages at_receiver(Bytes message) const override { return one_end(message); }
  [[nodiscard]] LinkOverhead on_link() const override { return {}; }
  [[nodiscard]] std::optional<Stage> reduction(Bytes message) const override { return reduction_.stage(message); }
  [[nodiscard]] bool staged() const override { return true; }
  [[nodiscard]] bool sealed() const override { return true; }

 private:
  [[nodiscard]] Stages one_end(Bytes message) const;
  CopyEngineSpec spec_;
  StreamingReduction reduction_;
};

}  // namespace sealring::security
