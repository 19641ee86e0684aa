// machine.yaml -> MachineSpec, with the rules between its numbers.
#pragma once

#include <string>
#include <vector>

#include "models/machine/machine_spec.hpp"
#include "sim/config/reader.hpp"

namespace sealring::machine {

/// Adds every problem to the document's report; the result is only meaningful when there is none.
MachineSpec read_machine(config::Reader in);

struct LoadedMachine {
  MachineSpec spec;
  std::string resolved;  ///< every value that was read, as YAML; reading it gives the same machine
};

/// Reads a file with overrides that all concern it. Problems go to the report.
LoadedMachine load_machine(const std::string& file,
                           const std::vector<config::Override>& overrides,
                           config::Report& report);

}  // namespace sealring::machine
