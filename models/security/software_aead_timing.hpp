// What AES-GCM costs when it runs as GPU kernels on every message of a collective step.
#pragma once

#include <cstdint>

#include "models/gpu/gpu_spec.hpp"
#include "models/security/profile_spec.hpp"
#include "models/security/protection.hpp"
#include "models/security/streaming_reduction.hpp"
#include "sim/units/units.hpp"

namespace sealring::security {

/// Models:  a counter-mode cipher at a streaming rate; a tag made by sequential chains, each over a chunk of fixed
/// size, `lanes`
///          of them at once, so that time is a stair in the message size; a reduction kernel.
/// Ignores: the final combination of chain tags, key schedules, and HBM traffic beside the rates themselves. Launch
/// costs belong to whoever
///          runs the stages.
/// Source:  GHASH is a recurrence over 16-byte blocks (NIST SP 800-38D); the fixed chunk is the form that published
/// slowdowns of
///          data-parallel training force (arXiv 2501.11771: the excess falls twentyfold when buckets grow). The spreads
///          `even` (proportional to bytes) and `slice` (sealed per transport slice) are kept as refuted alternatives.
class SoftwareAeadTiming {
 public:
  /// Throws config::BadInput when a rate is missing, a size is not positive, or the spread is unknown.
  SoftwareAeadTiming(const SoftwareAeadSpec& spec, const gpu::GpuSpec& gpu, int reduce_sms);

  [[nodiscard]] Duration cipher(Bytes message) const;  ///< encryption or decryption
  [[nodiscard]] Duration mac(Bytes message) const;     ///< making or checking the tag
  /// One operand of the reduction, at reduce_rate where the profile gives one.
  [[nodiscard]] Duration reduce(Bytes message) const { return reduction_.time(message); }

  [[nodiscard]] std::int64_t chains(Bytes message) const;  ///< sequential MAC chains that the message is cut into
  [[nodiscard]] double cipher_sms() const;                 ///< a streaming kernel takes the whole GPU
  /// A chain occupies one sub-partition, so few chains leave most SMs to others.
  [[nodiscard]] double mac_sms(Bytes message) const;

  [[nodiscard]] Stage cipher_stage(Label label, Bytes message) const;
  [[nodiscard]] Stage mac_stage(Label label, Bytes message) const;
  [[nodiscard]] Stage reduce_stage(Bytes message) const { return reduction_.stage(message); }

 private:
  enum class Spread { kFixedChunk, kEven, kSlice };
  [[nodiscard]] Duration fixed_chunk_mac(Bytes message, std::int64_t lanes) const;
  [[nodiscard]] Duration even_mac(Bytes message) const;
  [[nodiscard]] Duration slice_mac(Bytes message) const;

  SoftwareAeadSpec spec_;
  StreamingReduction reduction_;
  Spread spread_ = Spread::kFixedChunk;
  int sms_;
  int sub_partitions_per_sm_;
};

}  // namespace sealring::security
