// Finds numbers in YAML text that do not say where they come from.
#pragma once

#include <string>
#include <vector>

namespace sealring::provenance {

/// "file:line: message" for every block mapping that holds a number or an inline list of numbers without `source:` or
/// without a known `confidence:` beside it, and for a file whose top level lacks either. Reads the plain block style of
/// configs/; flow mappings ({a: 1}) are refused so that nothing hides from it.
std::vector<std::string> problems(const std::string& text, const std::string& file);

}  // namespace sealring::provenance
