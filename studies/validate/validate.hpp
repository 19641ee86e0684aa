// Every published number beside what the simulation gives.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/stats/result.hpp"
#include "studies/points/points.hpp"
#include "studies/validate/measure.hpp"

namespace sealring::studies {

/// A parameter was fitted to the number; missing inputs were chosen; or nothing was chosen with the number in view.
enum class RowKind { kFitted, kReconstructed, kPredicted };

struct KnownGap {
  int number = 0;        ///< its entry in validation/DEVIATIONS.md
  double bound_pct = 0;  ///< the error may not grow beyond this
};

/// The parameter that `sealring calibrate ID` fits to a row.
struct FittedSetting {
  std::string path;  ///< dotted path of the setting
  std::string unit;  ///< of `start` and of the value
  double start = 1;
};

struct ValidationRow {
  std::string id;
  std::string what;
  std::string source;
  std::string unit;  ///< "pp": the error is a difference in percentage points
  double published = 0;
  RowKind kind = RowKind::kPredicted;
  std::optional<double> band_pct;    ///< absent: shown, not judged
  std::vector<std::string> choices;  ///< what was fitted or chosen
  std::optional<KnownGap> gap;
  std::optional<FittedSetting> fit;
  std::shared_ptr<Measure> measure;
};

/// Reads every YAML file of a folder. Throws config::BadInput.
std::vector<ValidationRow> read_validation_rows(const std::string& folder);

/// ok, known_gap, out_of_band or no_band. A known gap that has closed is out of band: the document must change.
std::string status_of(const ValidationRow& row, double error_pct, bool holds);

double error_of(const ValidationRow& row, double simulated);

struct ValidationOutcome {
  stats::Result result;  ///< group with the array `rows`
  bool all_in_band = true;
};

ValidationOutcome validate(const std::vector<ValidationRow>& rows, PointRunner& runner, Detail detail = Detail::kFull);

/// A model that the dullest rival beats has predicted nothing: over the predicted rows of each unit, the mean size of
/// the error beside that of the best single constant (the one with the smallest mean error). One row alone is matched
/// by any constant.
stats::Table rivals(const std::vector<ValidationRow>& rows, const std::vector<double>& simulated);

/// For people: one table, and a sentence per row that has something to say.
stats::Result validation_text(const stats::Result& result);

}  // namespace sealring::studies
