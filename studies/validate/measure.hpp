// How a published number is obtained from runs. The number enters only as the level that a crossing looks for.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/config/reader.hpp"
#include "sim/stats/scalar.hpp"
#include "studies/points/points.hpp"

namespace sealring::studies {

struct MeasureResult {
  double value = 0;
  std::string detail;  ///< a sentence for the table; may be empty
  bool holds = true;   ///< a condition that belongs to the number (the cap lies in its range)
  std::optional<double> error_pct = std::nullopt;                ///< where it is another than that of the value
  std::vector<std::pair<std::string, stats::Scalar>> more = {};  ///< further figures of the row
};

/// Whether a measure also runs what only its sentence needs.
enum class Detail { kBrief, kFull };

class Measure {
 public:
  virtual ~Measure() = default;
  /// Runs known beforehand, so that many rows can run side by side.
  [[nodiscard]] virtual std::vector<Point> points() const = 0;
  [[nodiscard]] virtual MeasureResult evaluate(PointRunner& runner, Detail detail) const = 0;
  /// The same measure with one more setting in every run.
  [[nodiscard]] virtual std::unique_ptr<Measure> with(const std::string& path, const std::string& value) const = 0;
};

struct MeasureRow {
  std::string name;
  std::string summary;
  std::unique_ptr<Measure> (*read)(config::Reader section, double published);
};

const std::vector<MeasureRow>& measures();

}  // namespace sealring::studies
