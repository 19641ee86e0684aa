#include "models/security/setup_timing.hpp"

namespace sealring::security {

std::int64_t SetupTiming::pairs() const {
  const std::int64_t n = counts_.gpus;
  return n * (n - 1) / 2;
}

std::vector<SetupPart> SetupTiming::parts() const {
  const auto times = [](Seconds each, std::int64_t count) { return each * static_cast<double>(count); };
  return {{"SPDM sessions", times(spec_.spdm_per_gpu, counts_.gpus)},
          {"pairwise keys", times(spec_.key_exchange_per_pair, pairs())},
          {"GPU attestation", times(spec_.attestation_per_gpu, counts_.gpus)},
          {"switch attestation", times(spec_.attestation_per_switch, counts_.switches)},
          {"fabric activation", spec_.fabric_activation},
          {"context creation", spec_.context_creation}};
}

Seconds SetupTiming::total() const {
  Seconds sum;
  for (const SetupPart& part : parts()) {
    sum += part.time;
  }
  return sum;
}

}  // namespace sealring::security
