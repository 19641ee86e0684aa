#include "sim/stats/writers.hpp"

namespace sealring::stats {
namespace {

std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) {
    return text;
  }
  std::string quoted = "\"";
  for (const char c : text) {
    quoted += c == '"' ? "\"\"" : std::string(1, c);
  }
  return quoted + "\"";
}

std::string joined(const std::string& path, const std::string& name) { return path.empty() ? name : path + "." + name; }

std::string line(const std::string& path, const Scalar& value, const std::string& unit) {
  return field(path) + "," + field(data_text(value)) + "," + field(unit) + "\n";
}

std::string table_lines(const Table& table, const std::string& path) {
  std::string text;
  for (std::size_t r = 0; r < table.rows().size(); ++r) {
    for (std::size_t c = 0; c < table.columns().size(); ++c) {
      const Column& column = table.columns()[c];
      text += line(joined(joined(path, std::to_string(r)), column.name), table.rows()[r][c], column.unit);
    }
  }
  return text;
}

std::string node_lines(const Result& node, const std::string& path) {
  if (node.kind() == Result::Kind::kValue) {
    return line(path, node.value(), node.unit());
  }
  if (node.kind() == Result::Kind::kTable) {
    return table_lines(node.table(), path);
  }
  std::string text;
  for (std::size_t i = 0; i < node.children().size(); ++i) {
    const auto& [name, child] = node.children()[i];
    text += node_lines(child, joined(path, node.kind() == Result::Kind::kArray ? std::to_string(i) : name));
  }
  return text;
}

}  // namespace

std::string to_csv(const Table& table) {
  std::string text;
  for (const Column& column : table.columns()) {
    text +=
        (text.empty() ? "" : ",") + field(column.unit.empty() ? column.name : column.name + " (" + column.unit + ")");
  }
  for (const auto& row : table.rows()) {
    text += "\n";
    for (std::size_t c = 0; c < row.size(); ++c) {
      text += (c == 0 ? "" : ",") + field(data_text(row[c]));
    }
  }
  return text + "\n";
}

std::string to_csv(const Result& result) { return "path,value,unit\n" + node_lines(result, ""); }

}  // namespace sealring::stats
