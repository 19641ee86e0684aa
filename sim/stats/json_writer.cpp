#include <nlohmann/json.hpp>

#include "sim/stats/writers.hpp"

namespace sealring::stats {
namespace {

std::string margin(int depth) { return std::string(static_cast<std::size_t>(depth) * 2, ' '); }

std::string value_json(const Result& node) {
  const std::string value = json_text(node.value());
  return node.unit().empty() ? value : "{\"value\": " + value + ", \"unit\": " + json_text(node.unit()) + "}";
}

std::string row_json(const Table& table, const std::vector<Scalar>& row) {
  std::string text = "{";
  for (std::size_t i = 0; i < row.size(); ++i) {
    text += (i == 0 ? "" : ", ") + json_text(table.columns()[i].name) + ": " + json_text(row[i]);
  }
  return text + "}";
}

std::string units_json(const Table& table) {
  std::string text;
  for (const Column& column : table.columns()) {
    if (!column.unit.empty()) {
      text += (text.empty() ? "" : ", ") + json_text(column.name) + ": " + json_text(column.unit);
    }
  }
  return "{" + text + "}";
}

std::string table_json(const Table& table, int depth) {
  std::string rows;
  for (const auto& row : table.rows()) {
    rows += (rows.empty() ? "\n" : ",\n") + margin(depth + 2) + row_json(table, row);
  }
  const std::string close = rows.empty() ? "]" : "\n" + margin(depth + 1) + "]";
  return "{\n" + margin(depth + 1) + "\"units\": " + units_json(table) + ",\n" + margin(depth + 1) + "\"rows\": [" +
         rows + close + "\n" + margin(depth) + "}";
}

std::string node_json(const Result& node, int depth);

std::string children_json(const Result& node, int depth) {
  const bool named = node.kind() == Result::Kind::kGroup;
  const char* ends = named ? "{}" : "[]";
  std::string text;
  for (const auto& [name, child] : node.children()) {
    text += (text.empty() ? "\n" : ",\n") + margin(depth + 1) + (named ? json_text(name) + ": " : "") +
            node_json(child, depth + 1);
  }
  return ends[0] + text + (text.empty() ? "" : "\n" + margin(depth)) + ends[1];
}

std::string node_json(const Result& node, int depth) {
  switch (node.kind()) {
    case Result::Kind::kValue: return value_json(node);
    case Result::Kind::kTable: return table_json(node.table(), depth);
    case Result::Kind::kGroup:
    case Result::Kind::kArray: break;
  }
  return children_json(node, depth);
}

}  // namespace

std::string json_text(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string json_text(const Scalar& value) {
  if (const auto* text = std::get_if<std::string>(&value)) {
    return json_text(*text);
  }
  const std::string text = data_text(value);
  return text.empty() ? "null" : text;
}

std::string to_json(const Result& result) { return node_json(result, 0) + "\n"; }

}  // namespace sealring::stats
