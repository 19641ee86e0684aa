// The points of a study: each is one `sealring run` in a process of its own, a line that a person can paste.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "sim/config/reader.hpp"

namespace sealring::studies {

/// One run. Empty machine or profile: as the scenario has it.
struct Point {
  std::string scenario;
  std::string machine;
  std::string profile;
  std::vector<config::Override> overrides;
  [[nodiscard]] Point with(const std::string& path, const std::string& value) const;
  /// The overrides with machine and profile among them: what the scenario is loaded with.
  [[nodiscard]] std::vector<config::Override> all_overrides() const;
  /// The words after "sealring".
  [[nodiscard]] std::vector<std::string> words() const;
};

/// Settings "path=value" of a list in a study's file, added to a point. One without '=' is a problem at `key`.
void add_settings(Point& point,
                  const std::vector<std::string>& settings,
                  config::Reader& section,
                  const std::string& key);

/// What a study reads from the metrics of a run.
struct Measured {
  double iteration_seconds = 0;
  double setup_seconds = 0;
  std::vector<std::pair<std::string, double>> breakdown_seconds;  ///< label and seconds; adds up to the iteration
  std::map<std::string, double> numbers;     ///< every number of the result by dotted path, in its own unit
  std::map<std::string, std::string> texts;  ///< every text, and yes or no, of the result by dotted path
  [[nodiscard]] double number(const std::string& path) const;            ///< throws std::runtime_error when absent
  [[nodiscard]] std::int64_t integer(const std::string& path) const;     ///< likewise, rounded
  [[nodiscard]] const std::string& text(const std::string& path) const;  ///< likewise
};

/// Reads the JSON that `sealring run --json` prints. Throws std::runtime_error when it is not that.
Measured parse_measured(const std::string& json);

struct StudyOptions {
  int workers = 2;
  bool quiet = false;
  std::string
      out;  ///< keeps every point's result there and skips the points that are there already; empty: nothing is kept
};

/// A point of the study failed (exit 3); what() holds the line to paste and its last words.
class PointFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The user stopped the study (exit 130).
class Interrupted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Runs points once each, however often they are asked for, and remembers their results.
class PointRunner {
 public:
  explicit PointRunner(StudyOptions options) : options_(std::move(options)) {}
  /// Runs those not yet known, side by side. Throws PointFailed after all have been tried, or Interrupted.
  void run(const std::vector<Point>& points);
  /// The result of one point; runs it when it is not known.
  const Measured& operator()(const Point& point);

 private:
  void keep(const Point& point, const std::string& key, const std::string& json);
  [[nodiscard]] bool recall(const Point& point, const std::string& key);

  StudyOptions options_;
  std::map<std::string, Measured> known_;  ///< by pasteable line
};

}  // namespace sealring::studies
