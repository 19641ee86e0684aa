// Where the points of a study leave their results, so that an interrupted study resumes where it stopped.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace sealring::process {

/// Names a point: 16 hexadecimal digits (FNV-1a, 64 bits) of the resolved configuration and the program's version.
/// Good against accidents: among 100,000 points two share a name with a chance below 1e-9. Not against malice.
std::string point_hash(const std::string& resolved_config, const std::string& program_version);

/// A file could not be written; what() names it and the reason.
class CannotWrite : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Writes a temporary file beside `path` and renames it, so that a reader sees the old file or the whole new one.
/// Makes missing folders. Throws CannotWrite.
void write_atomically(const std::string& path, const std::string& text);

/// A folder per point: OUT/points/HASH/. A point is finished when its metrics.json is there, because a run writes that
/// last.
class ResultStore {
 public:
  explicit ResultStore(std::string out) : out_(std::move(out)) {}
  [[nodiscard]] std::string folder(const std::string& hash) const;  ///< what the point's run gets as --out
  [[nodiscard]] std::string metrics_file(const std::string& hash) const;
  [[nodiscard]] bool finished(const std::string& hash) const;

 private:
  std::string out_;
};

}  // namespace sealring::process
