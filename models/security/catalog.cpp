#include "models/security/catalog.hpp"

#include "models/security/copy_engine.hpp"
#include "models/security/host_bounce.hpp"
#include "models/security/on_the_wire.hpp"
#include "models/security/software_aead.hpp"
#include "sim/config/report.hpp"

namespace sealring::security {
namespace {

using Made = std::unique_ptr<Protection>;

Made make_plain(const PathProtectionSpec& /*spec*/, const ProtectionContext& /*context*/) {
  return std::make_unique<Plain>();
}

Made make_link_cipher(const PathProtectionSpec& spec, const ProtectionContext& /*context*/) {
  return std::make_unique<LinkCipher>(spec.inline_link);
}

Made make_software_aead(const PathProtectionSpec& spec, const ProtectionContext& context) {
  return std::make_unique<SoftwareAead>(spec.software_aead, context.gpu);
}

Made make_host_bounce(const PathProtectionSpec& spec, const ProtectionContext& context) {
  const HostBouncePath path{context.direction, context.pinned, context.copy_engine_rate};
  return std::make_unique<HostBounce>(HostBounceTiming(spec.host_bounce, context.cpu), path);
}

Made make_copy_engine(const PathProtectionSpec& spec, const ProtectionContext& /*context*/) {
  return std::make_unique<CopyEngine>(spec.copy_engine);
}

}  // namespace

const std::vector<ProtectionRow>& protections() {
  static const std::vector<ProtectionRow> kRows{
      {"none", "plaintext: packet framing only", make_plain},
      {"inline_link", "AES-GCM engine in the link: tag bytes, a little latency, a share of the rate", make_link_cipher},
      {"ide", "link-level encryption of PCIe or chip-to-chip links, same shape as inline_link", make_link_cipher},
      {"software_aead", "AES-GCM as GPU kernels around every message of a collective step", make_software_aead},
      {"host_bounce",
       "a host core encrypts into a shared bounce pool, a copy engine decrypts, and the reverse",
       make_host_bounce},
      {"copy_engine", "the copy engines of both GPUs encrypt and decrypt through staging memory", make_copy_engine},
  };
  return kRows;
}

std::vector<std::string> protection_names() {
  std::vector<std::string> names;
  for (const ProtectionRow& row : protections()) {
    names.push_back(row.name);
  }
  return names;
}

std::unique_ptr<Protection> make_protection(const PathProtectionSpec& spec, const ProtectionContext& context) {
  std::string known;
  for (const ProtectionRow& row : protections()) {
    if (row.name == spec.kind) {
      return row.make(spec, context);
    }
    known += (known.empty() ? "" : ", ") + row.name;
  }
  throw config::BadInput("unknown protection '" + spec.kind + "'; known: " + known);
}

}  // namespace sealring::security
