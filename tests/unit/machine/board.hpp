// A machine made in code, for tests that need no file.
#pragma once

#include "models/machine/machine_spec.hpp"

namespace sealring::machine {

/// Two domains of 4 GPUs behind planes of 3 and 1 links of 10 GB/s, two GPUs per host, one adapter of 5 GB/s per GPU.
inline MachineSpec small_machine() {
  MachineSpec machine;
  machine.name = "small";
  machine.domains = 2;
  machine.gpus_per_domain = 4;
  machine.gpus_per_host = 2;
  machine.gpu.memory = gibibytes(10);
  machine.gpu.memory_rate = gigabytes_per_second(1000);
  machine.gpu.scale_up_links = 4;
  machine.host.pcie.lane_rate = gigabytes_per_second(2);
  machine.host.pcie.lanes = 8;
  machine.scale_up.link.rate_per_direction = gigabytes_per_second(10);
  machine.scale_up.link.latency = nanoseconds(200);
  machine.scale_up.links_per_plane = {3, 1};
  machine.scale_up.chip.ports = 12;
  machine.scale_out.present = true;
  machine.scale_out.nic.rate_per_direction = gigabytes_per_second(5);
  machine.scale_out.chip.ports = 8;
  return machine;
}

}  // namespace sealring::machine
