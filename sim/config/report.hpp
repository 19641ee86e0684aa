// Problems of the user's input, collected until all are known.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace sealring::config {

struct Location {
  std::string file;
  int line = 0;    ///< 1-based; 0 when the problem has no line (a missing file, a --set override)
  int column = 0;  ///< 1-based
};

struct Problem {
  Location where;
  std::string path;     ///< dotted path of the value, "nvlink.rate_per_direction"; empty for a whole file
  std::string message;  ///< one sentence with the offending value and what would be valid
};

/// One per program start; every reader of that start adds to it.
class Report {
 public:
  void add(Location where, std::string path, std::string message);
  [[nodiscard]] bool empty() const { return problems_.empty(); }
  [[nodiscard]] const std::vector<Problem>& problems() const { return problems_; }
  /// One line per problem, "file:line:column: path: message", sorted by file and line, duplicates removed.
  [[nodiscard]] std::string text() const;
  /// Throws BadInput when there is any problem.
  void stop_if_any() const;

 private:
  std::vector<Problem> problems_;
};

/// Exit code 2. what() is Report::text().
class BadInput : public std::runtime_error {
 public:
  explicit BadInput(const Report& report) : std::runtime_error(report.text()) {}
  explicit BadInput(const std::string& text) : std::runtime_error(text) {}
};

}  // namespace sealring::config
