// The numbers of one scale-up link (NVLink) and its packets.
#pragma once

#include <string>

#include "sim/units/units.hpp"

namespace sealring::link {

struct LinkSpec {
  std::string name;
  Bandwidth rate_per_direction;  ///< one link, advertised (after line coding)
  Duration latency;              ///< first byte out to first byte in, SerDes and FEC included
  Bytes flit = Bytes(16);
  Bytes payload_store = Bytes(128);  ///< largest payload of a packet written by SM stores
  Bytes payload_copy_engine = Bytes(256);
  double both_ways_share = 0.9;   ///< left for data when acknowledgements of the other direction share the wire
  double pace_spread = 0;         ///< how much the speed of a GPU's sending end fluctuates; 0: not at all
  Duration pace_period;           ///< after so much work at the nominal speed it changes
  Bytes buffer = Bytes(8 << 20);  ///< receive buffer per bundle of parallel links, as far as flow control sees it
};

}  // namespace sealring::link
