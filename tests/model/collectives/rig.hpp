// A machine, a communication library and collectives on them, without GPUs: what the plans and the wires make of it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "models/machine/fabric_elaboration_module.hpp"
#include "workloads/collectives/executor.hpp"

namespace sealring::test {

/// `domains` of `size` GPUs. Every wire carries its rate in bytes, without headers or acknowledgements: links of 100
/// GB/s to each of two switches, an adapter of 200 GB/s per GPU behind a faster bus. A message within a domain takes
/// 250 ns besides its bytes, one to another domain 850 ns.
machine::MachineSpec plain_machine(int domains, int size);

inline constexpr double kPlainRate = 200e9;  ///< bytes per second, of the links or the adapter of one GPU

/// What came of collectives that all ranks joined at the start, at once.
struct Outcome {
  std::vector<Instant> ends;            ///< of each collective, on its last rank
  std::vector<std::string> unfinished;  ///< as the executor tells it
  Bytes payload;                        ///< of all messages
};

struct Trial {
  machine::MachineSpec machine;
  collectives::Scheduler scheduler;
  std::vector<host::CollectiveSpec> together;  ///< ends.size() of the outcome
  std::string fidelity = "slice";
  int ranks = 0;  ///< 0: every GPU of the machine
};

/// On an elaborated machine; `lost` of the messages handed to the transport never leaves (-1: none).
Outcome carry_out(machine::Fabric& fabric, const Trial& trial, std::int64_t lost = -1);

/// Builds, elaborates and carries out in a process of its own; seconds of each collective.
std::vector<double> seconds_of(const Trial& trial);

/// Steps that cost nothing: only the wires take time.
collectives::Schedule free_steps(const std::string& algorithm, int channels = 1);
collectives::Scheduler always(const collectives::Schedule& schedule);
host::CollectiveSpec collective(host::CollectiveKind kind, Bytes bytes);

}  // namespace sealring::test
