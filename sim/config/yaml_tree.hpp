// YAML text to a Value. The only door to yaml-cpp.
#pragma once

#include <optional>
#include <string>

#include "sim/config/value.hpp"

namespace sealring::config {

struct YamlSource {
  std::string file;    ///< as shown in problems
  std::string prefix;  ///< dotted path of the section that this text fills; empty for a whole document
};

/// Refuses duplicate keys, merge keys, anchors and aliases (a shared part is a file of its own), tags, several
/// documents and control characters. None when nothing can be read; an empty text gives a null value.
std::optional<Value> parse_yaml(const std::string& text, const YamlSource& source, Report& report);

}  // namespace sealring::config
