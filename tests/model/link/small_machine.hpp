// Machines small enough that every station of a path can be written down.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "models/fabric/transport.hpp"
#include "models/machine/fabric_elaboration_module.hpp"

namespace sealring::test {

/// Three GPUs, one host, two planes of 2 + 1 links at 100 GB/s.
machine::MachineSpec three_gpus();
/// Two domains of two GPUs with adapters of 50 GB/s; a leaf has room for both hosts.
machine::MachineSpec two_nodes();
/// Three GPUs, two direct links between each pair.
machine::MachineSpec triangle();

/// Inline cipher on the scale-up links: a tag of 16 bytes, 80 ns, 0.9 of the rate.
security::ProfileSpec inline_cipher();

/// Builds, elaborates and asks, in a process of its own.
std::string elaborated(const machine::MachineSpec& machine,
                       const security::ProfileSpec& profile,
                       const machine::FabricOptions& options,
                       const std::function<std::string(machine::Fabric&)>& ask);

/// Names of the stations from one endpoint to another, joined by " > ".
std::string route(const machine::Fabric& fabric, std::int32_t source, std::int32_t destination);
/// One line per station with all its numbers.
std::string listing(const fabric::Network& network);
/// When each arrives that is sent at the start through the slice transport.
std::vector<Duration> delivery_times(const machine::Fabric& fabric, const std::vector<fabric::Transfer>& transfers);
/// Sends one message alone through the slice transport.
Duration delivery_time(const machine::Fabric& fabric, const fabric::Transfer& transfer);

}  // namespace sealring::test
