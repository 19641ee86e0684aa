#include "sim/config/report.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace sealring::config {
namespace {

std::string line_of(const Problem& problem) {
  std::string out = problem.where.file;
  if (problem.where.line > 0) {
    out += ":" + std::to_string(problem.where.line) + ":" + std::to_string(problem.where.column);
  }
  return out + ": " + (problem.path.empty() ? "" : problem.path + ": ") + problem.message;
}

bool before(const Problem& a, const Problem& b) {
  return std::tie(a.where.file, a.where.line, a.where.column) < std::tie(b.where.file, b.where.line, b.where.column);
}

}  // namespace

void Report::add(Location where, std::string path, std::string message) {
  problems_.push_back({std::move(where), std::move(path), std::move(message)});
}

std::string Report::text() const {
  std::vector<Problem> sorted = problems_;
  std::stable_sort(sorted.begin(), sorted.end(), before);
  std::vector<std::string> lines;
  for (const Problem& problem : sorted) {
    std::string line = line_of(problem);
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) {
      lines.push_back(std::move(line));
    }
  }
  std::string out;
  for (const std::string& line : lines) {
    out += line + "\n";
  }
  return out;
}

void Report::stop_if_any() const {
  if (!empty()) {
    throw BadInput(*this);
  }
}

}  // namespace sealring::config
