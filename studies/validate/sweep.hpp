// Published sweeps of collectives as rows: each file gives one row for its large sizes and one for its small ones, each
// class of files one row per bound that holds over all of its files that nothing was fitted to.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/stats/result.hpp"
#include "studies/compare_nccl/measured_sweep.hpp"
#include "studies/validate/row.hpp"

namespace sealring::studies {

struct Sweep {
  std::string name;    ///< of its file, without the ending
  std::string source;  ///< as the file says
  std::string in_class;
  RowKind kind = RowKind::kPredicted;
  std::vector<std::string> choices;  ///< of a reconstructed one: what was chosen with it in view
  bool scored = false;               ///< its large sizes have a band, so that it counts in its class
  Bytes large_from = kLargeFrom;     ///< sizes below are small
  MeasuredSweep measured;            ///< what is left of the file
};

/// One entry of `sweeps`, without its bands; `folder` is that of its file. Where no classes are given, it has none.
Sweep read_sweep(config::Reader in, const std::string& folder);

/// Reads `sweeps`, `classes` and `choices` of a file of rows; `folder` is where the file lies. `choices` says what was
/// fitted, for every sweep of that kind.
std::vector<ValidationRow> read_sweep_rows(config::Reader& root, const std::string& folder);

/// The sweeps that the rows are of, each once, in the order of the rows.
std::vector<std::shared_ptr<const Sweep>> sweeps_of(const std::vector<ValidationRow>& rows);

/// Per class the errors over the held-out files that have a band: files, sizes, median, 90th percentile, worst, signed
/// mean, of sizes that are large.
stats::Table sweep_classes(const std::vector<std::shared_ptr<const Sweep>>& sweeps, PointRunner& runner);

/// Every size of every sweep: measured and simulated time and bus bandwidth.
stats::Table sweep_sizes(const std::vector<std::shared_ptr<const Sweep>>& sweeps, PointRunner& runner);

/// Measured and simulated time over size on logarithmic axes.
std::string sweep_svg(const Sweep& sweep, PointRunner& runner);

}  // namespace sealring::studies
