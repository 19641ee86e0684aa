// The numbers of one host: CPU, driver costs, PCIe.
#pragma once

#include <string>

#include "sim/units/units.hpp"

namespace sealring::host {

struct CpuSpec {
  std::string name;
  int cores = 0;
  int sockets = 2;
  Bandwidth memory_rate;       ///< per socket
  Bandwidth aes_gcm_per_core;  ///< AES-256-GCM, one core, large blocks
  double peer_share = 1;       ///< of a PCIe link's rate that messages from one device to another keep
  /// What the root complex, or the PCIe switch, adds to such a message: PCIe switches are said to take 100 to 150 ns.
  Duration peer_latency = nanoseconds(125);
};

/// Driver and framework costs without confidential computing; a profile adds tolls.
struct DriverSpec {
  Duration launch_api;           ///< host time of one kernel submission, framework dispatch included
  Duration launch_latency;       ///< from the end of the API call to a kernel start on an idle stream
  Duration graph_launch_api;     ///< host time of one graph submission
  Duration graph_node_overhead;  ///< device time per kernel of a graph
  Duration synchronize_api;      ///< host time from the GPU's completion to the return of a synchronise
  Duration copy_api;             ///< host time of submitting one copy
  Duration copy_latency;         ///< device-side start of a copy
  int launch_queue = 1024;       ///< submissions a host may run ahead of the GPU
};

struct PcieSpec {
  std::string name;
  Bandwidth lane_rate;  ///< after encoding, one direction
  int lanes = 16;
  Bytes max_payload = Bytes(256);
  Bytes tlp_overhead = Bytes(24);
  double link_layer_share = 0.96;  ///< left after acknowledgements and flow control
  Duration latency;
};

struct HostSpec {
  CpuSpec cpu;
  DriverSpec driver;
  PcieSpec pcie;
  Bandwidth pinned_h2d{0};  ///< measured copy rates that bound the PCIe model; zero: PCIe alone decides
  Bandwidth pinned_d2h{0};
};

}  // namespace sealring::host
