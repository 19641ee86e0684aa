// The --set overrides as a tree that lies over the document.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/config/reader.hpp"
#include "sim/config/value.hpp"

namespace sealring::config {

/// One step of a dotted path. The last override of a path wins.
struct OverrideNode {
  std::string key;
  std::optional<Value> value;
  bool used = false;
  std::vector<std::unique_ptr<OverrideNode>> children;  ///< in the order given

  [[nodiscard]] OverrideNode* find(const std::string& wanted) const;
  void use_all();  ///< here and below: a problem of this place was reported already
};

struct UnusedOverride {
  std::string path;
  Location where;
};

void build_overrides(const std::vector<Override>& overrides, OverrideNode& root, Report& report);
std::vector<UnusedOverride> unused_overrides(const OverrideNode& root);

}  // namespace sealring::config
