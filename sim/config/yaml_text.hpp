// Values back to YAML text that reads as the same values.
#pragma once

#include <string>
#include <vector>

#include "sim/config/value.hpp"

namespace sealring::config {

std::string quoted_if_needed(const std::string& text);           ///< one scalar, safe in block and flow
std::string flow_list(const std::vector<std::string>& scalars);  ///< of scalars already made safe
std::string flow_text(const Value& value);                       ///< any value on one line

}  // namespace sealring::config
