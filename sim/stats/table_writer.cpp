#include "sim/stats/text_table.hpp"
#include "sim/stats/writers.hpp"

namespace sealring::stats {
namespace {

constexpr int kIndent = 2;

bool is_text(const Scalar& value) { return std::holds_alternative<std::string>(value); }

Align alignment(const Table& table, std::size_t column) {
  for (const auto& row : table.rows()) {
    if (!is_text(row[column])) {
      return Align::kRight;
    }
  }
  return Align::kLeft;
}

std::string table_text(const Table& table, int depth) {
  std::vector<TextTable::Heading> headings;
  for (std::size_t c = 0; c < table.columns().size(); ++c) {
    const bool scaled =
        table.columns()[c].unit == "fs" || table.columns()[c].unit == "B" || table.columns()[c].unit == "B/s";
    headings.push_back({table.columns()[c].name, alignment(table, c), scaled ? "" : table.columns()[c].unit});
  }
  TextTable out(headings);
  for (const auto& row : table.rows()) {
    std::vector<std::string> cells;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const bool scaled = headings[c].unit.empty();  // the cell carries its own prefix and unit
      cells.push_back(is_text(row[c]) ? std::get<std::string>(row[c])
                                      : human_text(row[c], scaled ? table.columns()[c].unit : ""));
    }
    out.add(cells);
  }
  return out.text(depth);
}

std::string node_text(const Result& node, int depth);

std::string titled(const std::string& name, const Result& node, int depth) {
  return std::string(static_cast<std::size_t>(depth), ' ') + name + "\n" + node_text(node, depth + kIndent);
}

std::string values_text(const Result& node, int depth) {
  TextTable values({{"", Align::kLeft}, {"", Align::kLeft}});
  int index = 0;
  for (const auto& [name, child] : node.children()) {
    const std::string shown = node.kind() == Result::Kind::kArray ? std::to_string(index++) : name;
    if (child.kind() == Result::Kind::kValue) {
      values.add({shown, human_text(child.value(), child.unit())});
    }
  }
  return values.body(depth);
}

std::string node_text(const Result& node, int depth) {
  if (node.kind() == Result::Kind::kValue) {
    return std::string(static_cast<std::size_t>(depth), ' ') + human_text(node.value(), node.unit()) + "\n";
  }
  if (node.kind() == Result::Kind::kTable) {
    return table_text(node.table(), depth);
  }
  std::string text = values_text(node, depth);
  int index = 0;
  for (const auto& [name, child] : node.children()) {
    const std::string shown = node.kind() == Result::Kind::kArray ? std::to_string(index++) : name;
    if (child.kind() != Result::Kind::kValue) {
      text += titled(shown, child, depth);
    }
  }
  return text;
}

}  // namespace

std::string to_table(const Result& result) { return node_text(result, 0); }

}  // namespace sealring::stats
