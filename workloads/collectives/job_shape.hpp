// What the communication library knows of the job it serves.
#pragma once

#include <string>

#include "sim/units/units.hpp"

namespace sealring::collectives {

struct JobShape {
  int ranks = 2;
  int domain = 2;                                                ///< ranks per scale-up domain
  int adapters = 1;                                              ///< scale-out adapters of a domain
  Bandwidth adapter_rate{0};                                     ///< of one of them
  bool linked = true;                                            ///< GPUs of a domain have links of their own
  std::string switches_lack{"there is no switch that reduces"};  ///< why no switch reduces and multicasts; else empty
  [[nodiscard]] int nodes() const { return (ranks + domain - 1) / domain; }
};

}  // namespace sealring::collectives
