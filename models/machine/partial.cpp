#include "models/machine/partial.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace sealring::machine {

std::string use_gpus_per_domain(MachineSpec& machine, int used) {
  if (used < 1 || used > machine.gpus_per_domain) {
    return fmt::format("{} were asked for; machine {} has 1 to {}", used, machine.name, machine.gpus_per_domain);
  }
  if (used > machine.gpus_per_host && used % machine.gpus_per_host != 0) {
    return fmt::format("{} GPUs fill no whole number of hosts of {}; give a multiple of it, or less than one host",
                       used,
                       machine.gpus_per_host);
  }
  machine.wired_gpus_per_host = machine.wired_per_host();
  machine.gpus_per_domain = used;
  machine.gpus_per_host = std::min(machine.gpus_per_host, used);
  return "";
}

}  // namespace sealring::machine
