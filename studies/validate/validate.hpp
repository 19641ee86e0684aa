// Every published number beside what the simulation gives.
#pragma once

#include <string>
#include <vector>

#include "sim/stats/result.hpp"
#include "studies/points/points.hpp"
#include "studies/validate/row.hpp"

namespace sealring::studies {

/// Reads every YAML file of a folder. Throws config::BadInput.
std::vector<ValidationRow> read_validation_rows(const std::string& folder);

/// ok, known_gap, out_of_band or no_band. A known gap that has closed is out of band: the document must change.
std::string status_of(const ValidationRow& row, double error_pct, bool holds);

double error_of(const ValidationRow& row, double simulated);

struct ValidationOutcome {
  stats::Result result;  ///< group with the array `rows`, and the table `classes` where rows are of sweeps
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
