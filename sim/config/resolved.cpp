#include "sim/config/resolved.hpp"

#include <algorithm>

#include "sim/config/yaml_text.hpp"

namespace sealring::config {
namespace {

void write_entries(const ResolvedNode& node, const std::string& indent, std::string& out);

// An item is written as a mapping, and its first two columns then become the dash.
void write_items(const ResolvedNode& node, const std::string& indent, std::string& out) {
  for (const auto& item : node.items) {
    std::string body;
    write_entries(*item, indent + "  ", body);
    out += indent + "- " + (body.empty() ? "{}\n" : body.substr(indent.size() + 2));
  }
}

void write_entry(const std::string& key, const ResolvedNode& node, const std::string& indent, std::string& out) {
  out += indent + quoted_if_needed(key) + ":";
  if (node.kind == ResolvedNode::Kind::kLeaf) {
    out += " " + node.text + "\n";
    return;
  }
  std::string body;
  if (node.kind == ResolvedNode::Kind::kMapping) {
    write_entries(node, indent + "  ", body);
    out += body.empty() ? " {}\n" : "\n" + body;
  } else {
    write_items(node, indent + "  ", body);
    out += body.empty() ? " []\n" : "\n" + body;
  }
}

void write_entries(const ResolvedNode& node, const std::string& indent, std::string& out) {
  for (const auto& [key, child] : node.entries) {
    if (child->visible()) {
      write_entry(key, *child, indent, out);
    }
  }
}

}  // namespace

const ResolvedNode* ResolvedNode::find(const std::string& key) const {
  for (const auto& [name, node] : entries) {
    if (name == key) {
      return node.get();
    }
  }
  return nullptr;
}

ResolvedNode& ResolvedNode::child(const std::string& key, Kind wanted) {
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const auto& entry) { return entry.first == key; });
  ResolvedNode* node = found == entries.end() ? nullptr : found->second.get();
  if (node == nullptr) {
    entries.emplace_back(key, std::make_unique<ResolvedNode>());
    node = entries.back().second.get();
  }
  node->kind = wanted;
  return *node;
}

ResolvedNode& ResolvedNode::item(std::size_t index) {
  while (items.size() <= index) {
    items.push_back(std::make_unique<ResolvedNode>());
    items.back()->present = true;
  }
  return *items[index];
}

bool ResolvedNode::visible() const {
  if (kind != Kind::kMapping || present) {
    return true;
  }
  return std::any_of(entries.begin(), entries.end(), [](const auto& entry) { return entry.second->visible(); });
}

std::string resolved_text(const ResolvedNode& root) {
  std::string out;
  write_entries(root, "", out);
  return out.empty() ? "{}\n" : out;
}

}  // namespace sealring::config
