// The protections there are: one row each, looked up by the name that a security profile gives.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models/gpu/communication_spec.hpp"
#include "models/gpu/gpu_spec.hpp"
#include "models/host/host_spec.hpp"
#include "models/security/profile_spec.hpp"
#include "models/security/protection.hpp"

namespace sealring::security {

/// What a protection may need to know about the machine.
struct ProtectionContext {
  gpu::GpuSpec gpu;
  host::CpuSpec cpu;
  gpu::CommunicationSpec communication;
};

/// Where ciphertext waits beside the link: nowhere, in GPU memory outside the protected region, or in the host's bounce
/// pool.
enum class Staging { kNone, kGpuMemory, kHostMemory };

struct ProtectionRow {
  std::string name;
  std::string summary;
  std::string section;  ///< of a path in YAML that holds the numbers; empty: there are none
  Staging staging = Staging::kNone;
  bool sealed = true;           ///< what leaves is ciphertext
  std::vector<PathKind> paths;  ///< that it can protect
  std::unique_ptr<Protection> (*make)(const PathProtectionSpec&, const ProtectionContext&);

  [[nodiscard]] bool staged() const { return staging != Staging::kNone; }
  [[nodiscard]] bool fits(PathKind path) const;
};

const std::vector<ProtectionRow>& protections();
std::vector<std::string> protection_names();
/// Those that can protect a path.
std::vector<std::string> protections_of(PathKind path);

/// Throws config::BadInput for an unknown kind; the message lists the known ones.
const ProtectionRow& protection_row(const std::string& kind);

/// Throws config::BadInput for an unknown kind or numbers that the kind cannot work with.
std::unique_ptr<Protection> make_protection(const PathProtectionSpec& spec, const ProtectionContext& context);

}  // namespace sealring::security
