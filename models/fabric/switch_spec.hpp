// The numbers of a switch chip, scale-up or scale-out.
#pragma once

#include <string>

#include "sim/units/units.hpp"

namespace sealring::fabric {

struct SwitchSpec {
  std::string name;
  int ports = 0;
  Duration latency;  ///< port to port, cut through
  Bytes buffer_per_port = Bytes(4 << 20);
  bool multicast = false;    ///< in-switch multicast and reduction exist
  Bandwidth reduction_rate;  ///< what one chip adds up, counted at its inputs, all ports together; used with multicast
};

}  // namespace sealring::fabric
