// A job that uses fewer GPUs of every scale-up domain than there are.
#pragma once

#include <string>

#include "models/machine/machine_spec.hpp"

namespace sealring::machine {

/// Leaves the first `used` GPUs of every domain, so that rank r is GPU r % used of domain r / used, each with its own
/// adapters. The network stays as it was built. Returns why that is impossible, or nothing: a domain of several hosts
/// gives GPUs of its first host, or whole hosts.
std::string use_gpus_per_domain(MachineSpec& machine, int used);

}  // namespace sealring::machine
