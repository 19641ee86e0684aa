#include "sim/config/overrides.hpp"

#include <utility>

#include "sim/config/yaml_tree.hpp"
#include "sim/units/number.hpp"
#include "sim/units/text.hpp"

namespace sealring::config {
namespace {

bool has_empty_step(const std::vector<std::string>& steps) {
  for (const std::string& step : steps) {
    if (step.empty()) {
      return true;
    }
  }
  return false;
}

// The command line has no lines: everything inside a value is located at the override.
void relocate(Value& value, const Location& where) {
  value.where = where;
  value.key_where = where;
  for (Value& item : value.items) {
    relocate(item, where);
  }
}

Value parsed(const Override& given, const Location& where, Report& report) {
  Value value;
  value.text = std::string(without_blanks(given.value));
  value.where = where;
  value.kind = value.text.empty() || value.text == "~" || value.text == "null" ? ValueKind::kNull : ValueKind::kScalar;
  const bool is_yaml = !value.text.empty() && std::string("[{\"'").find(value.text.front()) != std::string::npos;
  if (!is_yaml) {
    return value;
  }
  Report problems;
  const std::optional<Value> tree = parse_yaml(value.text, {where.file, given.path}, problems);
  for (const Problem& problem : problems.problems()) {
    report.add(where, problem.path, problem.message);
  }
  value = tree.value_or(Value{});
  value.kind = tree ? value.kind : ValueKind::kBroken;
  relocate(value, where);
  return value;
}

void collect(const OverrideNode& node, const std::string& path, std::vector<UnusedOverride>& out) {
  if (node.value && !node.used) {
    out.push_back({path, node.value->where});
  }
  for (const auto& child : node.children) {
    collect(*child, joined_path(path, child->key), out);
  }
}

}  // namespace

OverrideNode* OverrideNode::find(const std::string& wanted) const {
  for (const auto& child : children) {
    if (child->key == wanted) {
      return child.get();
    }
  }
  return nullptr;
}

void OverrideNode::use_all() {
  used = true;
  for (const auto& child : children) {
    child->use_all();
  }
}

void build_overrides(const std::vector<Override>& overrides, OverrideNode& root, Report& report) {
  for (const Override& given : overrides) {
    const Location where{"--set " + given.path + "=" + given.value, 0, 0};
    const std::vector<std::string> steps = split(given.path, '.');
    if (has_empty_step(steps)) {
      report.add(where, "", "'" + given.path + "' is not a path; write keys with single dots between them");
      continue;
    }
    OverrideNode* node = &root;
    for (const std::string& step : steps) {
      OverrideNode* next = node->find(step);
      if (next == nullptr) {
        node->children.push_back(std::make_unique<OverrideNode>());
        next = node->children.back().get();
        next->key = step;
      }
      node = next;
    }
    node->value = parsed(given, where, report);
    node->used = node->value->kind == ValueKind::kBroken;
  }
}

std::vector<UnusedOverride> unused_overrides(const OverrideNode& root) {
  std::vector<UnusedOverride> out;
  collect(root, "", out);
  return out;
}

}  // namespace sealring::config
