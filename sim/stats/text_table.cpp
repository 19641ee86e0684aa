#include "sim/stats/text_table.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace sealring::stats {
namespace {

constexpr std::size_t kGap = 2;

std::size_t characters(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

std::string padded(const std::string& text, std::size_t width, Align align) {
  const std::string blanks(width - characters(text), ' ');
  return align == Align::kRight ? blanks + text : text + blanks;
}

std::string finished(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

}  // namespace

TextTable::TextTable(std::vector<Heading> headings) : headings_(std::move(headings)) {
  for (Heading& heading : headings_) {
    heading.text += heading.unit.empty() ? "" : " (" + heading.unit + ")";
  }
}

void TextTable::add(std::vector<std::string> cells) {
  if (cells.size() > headings_.size()) {
    throw std::logic_error("more cells than columns in a text table");
  }
  cells.resize(headings_.size());
  rows_.push_back(std::move(cells));
}

void TextTable::add_rule() { rows_.emplace_back(); }

std::vector<std::size_t> TextTable::widths(bool with_headings) const {
  std::vector<std::size_t> found(headings_.size(), 0);
  for (std::size_t i = 0; i < headings_.size() && with_headings; ++i) {
    found[i] = characters(headings_[i].text);
  }
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      found[i] = std::max(found[i], characters(row[i]));
    }
  }
  return found;
}

namespace {

std::string rule(const std::vector<std::size_t>& widths, const std::string& margin) {
  const std::size_t gaps = widths.empty() ? 0 : (widths.size() - 1) * kGap;
  return margin + std::string(std::accumulate(widths.begin(), widths.end(), gaps), '-') + "\n";
}

std::string line(const std::vector<std::string>& cells,
                 const std::vector<TextTable::Heading>& headings,
                 const std::vector<std::size_t>& widths) {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    text += std::string(i == 0 ? 0 : kGap, ' ') + padded(cells[i], widths[i], headings[i].align);
  }
  return text;
}

std::string rows_text(const std::vector<std::vector<std::string>>& rows,
                      const std::vector<TextTable::Heading>& headings,
                      const std::vector<std::size_t>& widths,
                      const std::string& margin) {
  std::string text;
  for (const auto& row : rows) {
    text += row.empty() ? rule(widths, margin) : finished(margin + line(row, headings, widths));
  }
  return text;
}

}  // namespace

std::string TextTable::text(int indent) const {
  const std::string margin(static_cast<std::size_t>(indent), ' ');
  const auto wide = widths(true);
  std::vector<std::string> names;
  for (const Heading& heading : headings_) {
    names.push_back(heading.text);
  }
  return finished(margin + line(names, headings_, wide)) + rule(wide, margin) +
         rows_text(rows_, headings_, wide, margin);
}

std::string TextTable::body(int indent) const {
  return rows_text(rows_, headings_, widths(false), std::string(static_cast<std::size_t>(indent), ' '));
}

}  // namespace sealring::stats
