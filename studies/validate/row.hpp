// A published number, and what is said about it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "studies/validate/measure.hpp"

namespace sealring::studies {

struct Sweep;

/// A parameter was fitted to the number; missing inputs were chosen; or nothing was chosen with the number in view.
enum class RowKind { kFitted, kReconstructed, kPredicted };
inline const std::vector<std::string> kRowKinds{"fitted", "reconstructed", "predicted"};

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
  std::shared_ptr<const Sweep> sweep;  ///< null for a single number, and for a bound over many sweeps
  std::shared_ptr<Measure> measure;
};

/// `band_pct` and `known_gap` of a section. A gap without a band is a problem.
void read_band(config::Reader& section, ValidationRow& row);

/// `kind`, which has no default: a row that forgets to say what it is would pass for a prediction.
void read_kind(config::Reader& section, RowKind& kind);

}  // namespace sealring::studies
