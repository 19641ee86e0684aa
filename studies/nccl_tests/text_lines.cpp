#include "studies/nccl_tests/text_lines.hpp"

#include <cctype>
#include <charconv>
#include <cmath>

namespace sealring::studies {
namespace {

constexpr int kMostMarks = 3;

bool blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

/// Length of one mark at the front of `text`; 0 when there is none.
std::size_t mark_length(const std::string& text) {
  if (text.empty() || text[0] == '#') {
    return 0;
  }
  if (text[0] == '[') {
    const std::size_t stream = text.find("]<std");
    const std::size_t end = stream == std::string::npos ? stream : text.find(">:", stream);
    return end == std::string::npos ? 0 : end + 2;
  }
  std::size_t end = 0;
  while (end < text.size() && !blank(text[end])) {
    ++end;
  }
  return end > 1 && text[end - 1] == ':' ? end : 0;
}

}  // namespace

std::string without_launcher(const std::string& line) {
  std::string text = line;
  for (int mark = 0; mark < kMostMarks; ++mark) {
    std::size_t start = 0;
    while (start < text.size() && blank(text[start])) {
      ++start;
    }
    const std::size_t length = mark_length(text.substr(start));
    if (length == 0) {
      break;
    }
    text.erase(0, start + length);
  }
  return text;
}

std::vector<Word> words_of(const std::string& line) {
  std::vector<Word> words;
  for (std::size_t i = 0; i < line.size();) {
    if (blank(line[i])) {
      ++i;
      continue;
    }
    Word word{"", i};
    while (i < line.size() && !blank(line[i])) {
      word.text += line[i++];
    }
    words.push_back(word);
  }
  return words;
}

bool whole_number(const std::string& text, double& value) {
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  return result.ec == std::errc() && result.ptr == end && std::isfinite(value);
}

}  // namespace sealring::studies
