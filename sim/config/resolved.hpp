// What was read, in the order it was asked for, and its writing as YAML.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sealring::config {

/// A leaf holds YAML text; a mapping that neither existed in the input nor holds anything is not written.
struct ResolvedNode {
  enum class Kind { kLeaf, kMapping, kSequence };
  Kind kind = Kind::kMapping;
  bool present = false;
  std::string text;
  std::vector<std::pair<std::string, std::unique_ptr<ResolvedNode>>> entries;
  std::vector<std::unique_ptr<ResolvedNode>> items;

  [[nodiscard]] const ResolvedNode* find(const std::string& key) const;
  ResolvedNode& child(const std::string& key, Kind wanted);  ///< found or appended
  void set(const std::string& key, std::string yaml) { child(key, Kind::kLeaf).text = std::move(yaml); }
  ResolvedNode& item(std::size_t index);  ///< a mapping of a sequence, appended when it is the next

  [[nodiscard]] bool visible() const;
};

std::string resolved_text(const ResolvedNode& root);

}  // namespace sealring::config
