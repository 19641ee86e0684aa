// The numbers of one host channel adapter (InfiniBand or RoCE) and its link.
#pragma once

#include <string>

#include "sim/units/units.hpp"

namespace sealring::nic {

struct NicSpec {
  std::string name;
  Bandwidth rate_per_direction;
  Duration latency;         ///< adapter in and out, cable included, one end
  double message_rate = 0;  ///< messages per second; zero: not a limit
  Bytes mtu = Bytes(4096);
  Bytes header = Bytes(26);          ///< per packet
  Bytes message_header = Bytes(16);  ///< once per message (RETH)
  Bytes buffer = mebibytes(2);       ///< on the way in, as far as flow control sees it; all adapters of a GPU have one
};

}  // namespace sealring::nic
