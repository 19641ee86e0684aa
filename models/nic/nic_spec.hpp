// The numbers of one host channel adapter (InfiniBand or RoCE) and its link.
#pragma once

#include <cstdint>
#include <string>

#include "sim/units/units.hpp"

namespace sealring::nic {

/// What stands around a packet on the wire.
enum class NicFraming : std::uint8_t { kInfiniband, kRoce };

/// Infiniband: LRH 8, BTH 12, ICRC 4, VCRC 2. RoCEv2: preamble 8, Ethernet 14, IPv4 20, UDP 8, BTH 12, ICRC 4, FCS 4,
/// gap
/// 12. Without a global route header or a VLAN tag.
constexpr Bytes packet_header(NicFraming framing) { return framing == NicFraming::kRoce ? Bytes(82) : Bytes(26); }

struct NicSpec {
  std::string name;
  Bandwidth rate_per_direction;
  double link_share = 1;    ///< of the rate: left for packets by acknowledgements and flow control
  Duration latency;         ///< adapter in and out, cable included, one end
  double message_rate = 0;  ///< messages per second; zero: not a limit
  Bytes mtu = Bytes(4096);
  NicFraming framing = NicFraming::kInfiniband;
  Bytes header = packet_header(NicFraming::kInfiniband);  ///< per packet
  Bytes message_header = Bytes(16);                       ///< once per message (RETH)
  Bytes buffer = mebibytes(2);  ///< on the way in, as far as flow control sees it; all adapters of a GPU have one
};

}  // namespace sealring::nic
