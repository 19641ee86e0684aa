#include "models/security/catalog.hpp"

#include <algorithm>

#include "models/security/copy_engine.hpp"
#include "models/security/host_bounce.hpp"
#include "models/security/on_the_wire.hpp"
#include "models/security/software_aead.hpp"
#include "models/security/streaming_reduction.hpp"
#include "sim/config/report.hpp"

namespace sealring::security {
namespace {

using Made = std::unique_ptr<Protection>;

StreamingReduction reduction_of(const ProtectionContext& context) {
  return {context.gpu, context.communication.reduce_sms};
}

Made make_plain(const PathProtectionSpec& /*spec*/, const ProtectionContext& /*context*/) {
  return std::make_unique<Plain>();
}

Made make_link_cipher(const PathProtectionSpec& spec, const ProtectionContext& /*context*/) {
  return std::make_unique<LinkCipher>(spec.inline_link);
}

Made make_software_aead(const PathProtectionSpec& spec, const ProtectionContext& context) {
  return std::make_unique<SoftwareAead>(spec.software_aead, context.gpu, context.communication.reduce_sms);
}

Made make_host_bounce(const PathProtectionSpec& spec, const ProtectionContext& context) {
  return std::make_unique<HostBounce>(HostBounceTiming(spec.host_bounce, context.cpu), reduction_of(context));
}

Made make_copy_engine(const PathProtectionSpec& spec, const ProtectionContext& context) {
  return std::make_unique<CopyEngine>(spec.copy_engine, reduction_of(context));
}

constexpr PathKind kHostCopy = PathKind::kHostCopy;
constexpr PathKind kCommand = PathKind::kCommand;
constexpr PathKind kScaleUp = PathKind::kScaleUp;
constexpr PathKind kScaleOut = PathKind::kScaleOut;

}  // namespace

const std::vector<ProtectionRow>& protections() {
  static const std::vector<ProtectionRow> kRows{
      {"none",
       "plaintext: packet framing only",
       "",
       Staging::kNone,
       false,
       {kHostCopy, kCommand, kScaleUp, kScaleOut},
       make_plain},
      {"inline_link",
       "AES-GCM engine in the link: tag bytes, a little latency, a share of the rate",
       "inline_link",
       Staging::kNone,
       true,
       {kScaleUp, kScaleOut},
       make_link_cipher},
      {"ide",
       "link-level encryption of PCIe or chip-to-chip links, same shape as inline_link",
       "inline_link",
       Staging::kNone,
       true,
       {kHostCopy, kCommand, kScaleOut},
       make_link_cipher},
      {"software_aead",
       "AES-GCM as GPU kernels around every message of a collective step",
       "software_aead",
       Staging::kGpuMemory,
       true,
       {kScaleUp, kScaleOut},
       make_software_aead},
      {"host_bounce",
       "a host core encrypts into a shared bounce pool, a copy engine decrypts, and the reverse",
       "host_bounce",
       Staging::kHostMemory,
       true,
       {kHostCopy, kCommand, kScaleOut},
       make_host_bounce},
      {"copy_engine",
       "the copy engines of both GPUs encrypt and decrypt through staging memory",
       "copy_engine",
       Staging::kGpuMemory,
       true,
       {kScaleUp},
       make_copy_engine},
  };
  return kRows;
}

bool ProtectionRow::fits(PathKind path) const { return std::find(paths.begin(), paths.end(), path) != paths.end(); }

std::vector<std::string> protection_names() {
  std::vector<std::string> names;
  for (const ProtectionRow& row : protections()) {
    names.push_back(row.name);
  }
  return names;
}

std::vector<std::string> protections_of(PathKind path) {
  std::vector<std::string> names;
  for (const ProtectionRow& row : protections()) {
    if (row.fits(path)) {
      names.push_back(row.name);
    }
  }
  return names;
}

const ProtectionRow& protection_row(const std::string& kind) {
  std::string known;
  for (const ProtectionRow& row : protections()) {
    if (row.name == kind) {
      return row;
    }
    known += (known.empty() ? "" : ", ") + row.name;
  }
  throw config::BadInput("unknown protection '" + kind + "'; known: " + known);
}

std::unique_ptr<Protection> make_protection(const PathProtectionSpec& spec, const ProtectionContext& context) {
  return protection_row(spec.kind).make(spec, context);
}

}  // namespace sealring::security
