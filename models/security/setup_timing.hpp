// What a session costs once before the job.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/security/profile_spec.hpp"
#include "sim/units/units.hpp"

namespace sealring::security {

struct SetupCounts {
  int gpus = 0;      ///< GPUs that share pairwise keys: one scale-up domain
  int switches = 0;  ///< switches that are attested; zero where the switch is not trusted
};

struct SetupPart {
  std::string name;
  Seconds time;
};

/// Models:  the steps one after the other: SPDM per GPU, a key per pair of GPUs, attestation per GPU and switch, fabric
/// activation,
///          context creation (once: the ranks create theirs side by side).
/// Ignores: overlap between the steps, retries, renewal of SPDM sessions; keys that change during the job.
/// Source:  driver 595.45.04 for what happens per GPU and per pair; the figures come from the profile.
class SetupTiming {
 public:
  SetupTiming(const SetupSpec& spec, SetupCounts counts) : spec_(spec), counts_(counts) {}

  [[nodiscard]] std::int64_t pairs() const;  ///< n(n-1)/2
  [[nodiscard]] std::vector<SetupPart> parts() const;
  [[nodiscard]] Seconds total() const;

 private:
  SetupSpec spec_;
  SetupCounts counts_;
};

}  // namespace sealring::security
