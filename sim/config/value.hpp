// A parsed YAML value as plain data: what the readers walk, free of yaml-cpp.
#pragma once

#include <string>
#include <vector>

#include "sim/config/report.hpp"

namespace sealring::config {

/// kBroken: a problem was reported here already; readers pass over it in silence.
enum class ValueKind { kNull, kScalar, kSequence, kMapping, kBroken };

struct Value {
  ValueKind kind = ValueKind::kNull;
  Location where;
  std::string text;     ///< of a scalar
  bool quoted = false;  ///< the scalar stood in quotes or in a block
  std::string key;      ///< set when this is the value of a mapping's key
  Location key_where;
  std::vector<Value> items;  ///< of a sequence or a mapping, in file order

  [[nodiscard]] const Value* find(const std::string& wanted) const {
    for (const Value& item : items) {
      if (kind == ValueKind::kMapping && item.key == wanted) {
        return &item;
      }
    }
    return nullptr;
  }
};

/// For messages: "'450'", "a mapping", "a list", "no value".
std::string described(const Value& value);

/// "parent.key", or "key" at the root.
inline std::string joined_path(const std::string& parent, const std::string& key) {
  return parent.empty() || key.empty() ? parent + key : parent + "." + key;
}

}  // namespace sealring::config
