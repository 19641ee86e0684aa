// Reads one text with one function and returns every problem, as a user would see them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/config/reader.hpp"

namespace sealring::config {

using Read = std::function<void(Reader)>;

/// The problems of `text` as file t.yaml, unused overrides included.
inline std::string problems(const std::string& text, const Read& read, const std::vector<Override>& overrides = {}) {
  Report report;
  Document document = Document::from_text(text, "t.yaml", overrides, report);
  read(document.root());
  document.report_unused_overrides();
  return report.text();
}

inline std::string data_file(const std::string& name) { return std::string(SEALRING_TEST_DATA) + "/config/" + name; }

/// The problems of a file of tests/data/config, with its folder left out of every path.
inline std::string problems_of_file(const std::string& name,
                                    const Read& read,
                                    const std::vector<Override>& overrides = {}) {
  Report report;
  Document document(data_file(name), overrides, report);
  read(document.root());
  document.report_unused_overrides();
  std::string text = report.text();
  const std::string folder = data_file("");
  for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder)) {
    text.erase(at, folder.size());
  }
  return text;
}

}  // namespace sealring::config
