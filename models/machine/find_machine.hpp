// From the name a user types to a machine file.
#pragma once

#include <string>
#include <vector>

namespace sealring::machine {

/// Names of the folders with a machine.yaml under the roots, sorted, each once.
std::vector<std::string> known_machines(const std::vector<std::string>& roots);

/// A file, a folder with a machine.yaml, or NAME of the first root that holds NAME/machine.yaml. Throws
/// config::BadInput that lists the known machines and the nearest.
std::string find_machine(const std::string& name_or_path, const std::vector<std::string>& roots);

}  // namespace sealring::machine
