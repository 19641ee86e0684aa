// Aligned columns of text for people: the one table layout of the program.
#pragma once

#include <string>
#include <vector>

namespace sealring::stats {

enum class Align { kLeft, kRight };

/// Columns are as wide as their widest cell; two blanks between them, no blanks at line ends. Widths count characters
/// of UTF-8 text, not bytes.
class TextTable {
 public:
  struct Heading {
    std::string text;
    Align align = Align::kLeft;
    std::string unit = "";  ///< printed in the heading as "text (unit)"
  };

  explicit TextTable(std::vector<Heading> headings);
  /// Missing cells at the end are empty; more cells than columns throw std::logic_error.
  void add(std::vector<std::string> cells);
  /// A dashed line across the table, before the next row.
  void add_rule();
  /// Headings, a dashed line, rows. Every line starts with `indent` blanks and ends with a newline.
  [[nodiscard]] std::string text(int indent = 0) const;
  /// The rows only.
  [[nodiscard]] std::string body(int indent = 0) const;

 private:
  [[nodiscard]] std::vector<std::size_t> widths(bool with_headings) const;

  std::vector<Heading> headings_;
  std::vector<std::vector<std::string>> rows_;  ///< an empty row is a rule
};

}  // namespace sealring::stats
