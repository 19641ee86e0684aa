// The protections there are: one row each, looked up by the name that a security profile gives.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models/gpu/gpu_spec.hpp"
#include "models/host/host_spec.hpp"
#include "models/security/profile_spec.hpp"
#include "models/security/protection.hpp"

namespace sealring::security {

/// What a protection may need to know about the machine and the path it is built for.
struct ProtectionContext {
  gpu::GpuSpec gpu;
  host::CpuSpec cpu;
  host::CopyDirection direction = host::CopyDirection::kHostToDevice;  ///< host_bounce only
  bool pinned = true;                                                  ///< host_bounce only
  Bandwidth copy_engine_rate{0};  ///< host_bounce only: rate of the GPU's end; zero: hidden
};

struct ProtectionRow {
  std::string name;
  std::string summary;
  std::unique_ptr<Protection> (*make)(const PathProtectionSpec&, const ProtectionContext&);
};

const std::vector<ProtectionRow>& protections();
std::vector<std::string> protection_names();

/// Throws config::BadInput for an unknown kind (the message lists the known ones) or numbers that the kind cannot work
/// with.
std::unique_ptr<Protection> make_protection(const PathProtectionSpec& spec, const ProtectionContext& context);

}  // namespace sealring::security
