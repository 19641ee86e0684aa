#include "models/security/software_aead_timing.hpp"

#include <algorithm>

#include "sim/config/report.hpp"

namespace sealring::security {
namespace {

std::int64_t ceil_div(std::int64_t amount, std::int64_t unit) { return (amount + unit - 1) / unit; }

void require(bool holds, const char* sentence) {
  if (!holds) {
    throw config::BadInput(std::string("software_aead: ") + sentence);
  }
}

StreamingReduction reduction_of(const SoftwareAeadSpec& spec, const gpu::GpuSpec& gpu, int sms) {
  return spec.reduce_rate.count() > 0 ? StreamingReduction(spec.reduce_rate, gpu, sms) : StreamingReduction(gpu, sms);
}

}  // namespace

SoftwareAeadTiming::SoftwareAeadTiming(const SoftwareAeadSpec& spec, const gpu::GpuSpec& gpu, int reduce_sms)
    : spec_(spec),
      reduction_(reduction_of(spec, gpu, reduce_sms)),
      sms_(gpu.sms),
      sub_partitions_per_sm_(gpu.sub_partitions_per_sm) {
  require(spec.cipher_rate.count() > 0, "cipher_rate must be positive");
  require(spec.mac_chain_rate.count() > 0, "mac_chain_rate must be positive");
  require(spec.mac_chunk.count() > 0 && spec.slice.count() > 0, "mac_chunk and slice must be positive");
  require(spec.mac_lanes > 0 && spec.slice_channels > 0, "mac_lanes and slice_channels must be positive");
  require(sms_ > 0 && sub_partitions_per_sm_ > 0, "the GPU must have SMs with sub-partitions");
  if (spec.mac_spread == "even") {
    spread_ = Spread::kEven;
  } else if (spec.mac_spread == "slice") {
    spread_ = Spread::kSlice;
  } else if (spec.mac_spread != "fixed_chunk") {
    throw config::BadInput("unknown mac_spread '" + spec.mac_spread + "'; known: fixed_chunk, even, slice");
  }
}

Duration SoftwareAeadTiming::cipher(Bytes message) const { return message / spec_.cipher_rate; }

Duration SoftwareAeadTiming::mac(Bytes message) const {
  switch (spread_) {
    case Spread::kEven: return even_mac(message);
    case Spread::kSlice: return slice_mac(message);
    case Spread::kFixedChunk: break;
  }
  return fixed_chunk_mac(message, spec_.mac_lanes);
}

Duration SoftwareAeadTiming::fixed_chunk_mac(Bytes message, std::int64_t lanes) const {
  const std::int64_t waves = ceil_div(message.count(), spec_.mac_chunk.count() * lanes);
  return (std::min(spec_.mac_chunk, message) / spec_.mac_chain_rate) * waves;
}

Duration SoftwareAeadTiming::even_mac(Bytes message) const {
  return message / Bandwidth(spec_.mac_chain_rate.count() * spec_.mac_lanes);
}

// Every channel of the transport holds an equal share of the message and seals it slice after slice.
Duration SoftwareAeadTiming::slice_mac(Bytes message) const {
  const Bytes share(ceil_div(message.count(), spec_.slice_channels));
  const std::int64_t lanes = std::max(1, spec_.mac_lanes / spec_.slice_channels);
  const std::int64_t full = share.count() / spec_.slice.count();
  const Bytes rest(share.count() % spec_.slice.count());
  return fixed_chunk_mac(spec_.slice, lanes) * full + fixed_chunk_mac(rest, lanes);
}

std::int64_t SoftwareAeadTiming::chains(Bytes message) const {
  const Bytes piece = spread_ == Spread::kSlice ? std::min(spec_.slice, spec_.mac_chunk) : spec_.mac_chunk;
  return spread_ == Spread::kEven ? spec_.mac_lanes : ceil_div(message.count(), piece.count());
}

double SoftwareAeadTiming::cipher_sms() const { return sms_; }

double SoftwareAeadTiming::mac_sms(Bytes message) const {
  const auto running = static_cast<double>(std::min<std::int64_t>(chains(message), spec_.mac_lanes));
  return std::min(static_cast<double>(sms_), running / sub_partitions_per_sm_);
}

Stage SoftwareAeadTiming::cipher_stage(Label label, Bytes message) const {
  return {Where::kGpuKernel, label, cipher(message), cipher_sms(), 1, Bytes(0)};
}

Stage SoftwareAeadTiming::mac_stage(Label label, Bytes message) const {
  return {Where::kGpuKernel, label, mac(message), mac_sms(message), 1, Bytes(0)};
}

}  // namespace sealring::security
