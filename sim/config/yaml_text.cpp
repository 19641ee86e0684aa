#include "sim/config/yaml_text.hpp"

#include <array>
#include <cctype>
#include <cstdio>

namespace sealring::config {
namespace {

bool is_plain_char(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || std::string(" _/.+-()%=").find(c) != std::string::npos;
}

// Narrower than YAML's own rule, so that no reader can see anything but this text.
bool is_plain(const std::string& text) {
  if (text.empty() || text == "null" || text == "Null" || text == "NULL" || text.back() == ' ') {
    return false;
  }
  const char first = text.front();
  if (std::isalnum(static_cast<unsigned char>(first)) == 0 && first != '_' && first != '/' &&
      text.substr(0, 2) != "./" && text.substr(0, 2) != "..") {
    return false;
  }
  for (const char c : text) {
    if (!is_plain_char(c)) {
      return false;
    }
  }
  return true;
}

std::string escaped(char c) {
  switch (c) {
    case '"': return "\\\"";
    case '\\': return "\\\\";
    case '\n': return "\\n";
    case '\t': return "\\t";
    default: break;
  }
  if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) {
    return {c};
  }
  std::array<char, 8> code{};
  std::snprintf(code.data(), code.size(), "\\x%02x", static_cast<unsigned>(static_cast<unsigned char>(c)));
  return code.data();
}

}  // namespace

std::string quoted_if_needed(const std::string& text) {
  if (is_plain(text)) {
    return text;
  }
  std::string out = "\"";
  for (const char c : text) {
    out += escaped(c);
  }
  return out + "\"";
}

std::string flow_list(const std::vector<std::string>& scalars) {
  std::string out = "[";
  for (std::size_t i = 0; i < scalars.size(); ++i) {
    out += (i == 0 ? "" : ", ") + scalars[i];
  }
  return out + "]";
}

std::string flow_text(const Value& value) {
  if (value.kind == ValueKind::kScalar) {
    return quoted_if_needed(value.text);
  }
  if (value.kind != ValueKind::kSequence && value.kind != ValueKind::kMapping) {
    return "~";
  }
  const bool mapping = value.kind == ValueKind::kMapping;
  std::string out;
  for (const Value& item : value.items) {
    out += (out.empty() ? "" : ", ") + (mapping ? quoted_if_needed(item.key) + ": " : std::string()) + flow_text(item);
  }
  return mapping ? "{" + out + "}" : "[" + out + "]";
}

}  // namespace sealring::config
