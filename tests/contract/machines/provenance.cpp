#include "provenance.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <sstream>

namespace sealring::provenance {
namespace {

const std::set<std::string> kConfidences = {"measured", "published", "inferred", "assumed", "fitted"};

/// One block mapping: its keys at one indentation, until a line further left.
struct Mapping {
  std::size_t indent = 0;
  int line = 0;
  bool number = false;
  bool source = false;
  std::string confidence;
};

bool is_number(const std::string& value) {
  const char first = value.empty() ? 'x' : value.front();
  return std::isdigit(static_cast<unsigned char>(first)) != 0 || first == '[';
}

class Scan {
 public:
  explicit Scan(std::string file) : file_(std::move(file)) {}

  std::vector<std::string> run(const std::string& text) {
    open_.push_back({0, 1, true, false, ""});  // the top level of a file always needs both
    std::istringstream in(text);
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
      take(line, number);
    }
    close_down_to(0);
    close(open_.back());
    return problems_;
  }

 private:
  void take(std::string line, int number) {
    const std::size_t dash = line.find_first_not_of(' ');
    if (dash == std::string::npos || line[dash] == '#') {
      return;
    }
    const bool item = line.compare(dash, 2, "- ") == 0;
    if (item) {
      line[dash] = ' ';
    }
    const std::size_t indent = line.find_first_not_of(' ');
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) {
      return;
    }
    close_down_to(item ? indent - 1 : indent);
    if (indent > open_.back().indent) {
      open_.push_back({indent, number, false, false, ""});
    }
    const std::size_t start = line.find_first_not_of(' ', colon + 1);
    note(line.substr(indent, colon - indent), start == std::string::npos ? "" : line.substr(start), number);
  }

  void note(const std::string& key, const std::string& value, int number) {
    Mapping& mapping = open_.back();
    if (key == "source") {
      mapping.source = value.size() > 2;
    } else if (key == "confidence") {
      mapping.confidence = value;
    } else if (!value.empty() && value.front() == '{') {
      problems_.push_back(file_ + ":" + std::to_string(number) + ": write '" + key + "' as a block, with its source");
    } else if (is_number(value)) {
      mapping.number = true;
    }
  }

  void close_down_to(std::size_t indent) {
    while (open_.size() > 1 && open_.back().indent > indent) {
      close(open_.back());
      open_.pop_back();
    }
  }

  void close(const Mapping& mapping) {
    if (!mapping.number) {
      return;
    }
    const std::string where = file_ + ":" + std::to_string(mapping.line) + ": ";
    if (!mapping.source) {
      problems_.push_back(where + "numbers without a source");
    }
    if (kConfidences.count(mapping.confidence) == 0) {
      problems_.push_back(where + "numbers without a known confidence");
    }
  }

  std::string file_;
  std::vector<Mapping> open_;
  std::vector<std::string> problems_;
};

}  // namespace

std::vector<std::string> problems(const std::string& text, const std::string& file) { return Scan(file).run(text); }

}  // namespace sealring::provenance
