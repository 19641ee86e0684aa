// Fits toll and rate of host copies to a table of copy times with confidential computing off and on.
#pragma once

#include <string>
#include <vector>

#include "sim/units/units.hpp"
#include "studies/calibrate/fit_yaml.hpp"

namespace sealring::studies {

struct CopyTime {
  std::string path;  ///< "pinned_h2d"
  Bytes bytes;
  double off_us = 0;
  double on_us = 0;
};

struct CopyTable {
  std::string file;    ///< name without folders: a fit does not depend on where it was made
  std::string source;  ///< of the "# source:" line
  std::vector<CopyTime> rows;
};

/// Columns path,bytes,off_us,on_us; lines that begin with # are comments. Throws config::BadInput with file and line.
CopyTable read_copy_table(const std::string& file);

/// Models:  time = toll + bytes / rate.
/// Ignores: the knees of real curves (staging of pageable memory, the slower regime of large protected copies).
/// Source:  the table's.
struct CopySeries {
  std::string path;
  bool confidential = false;
  Bytes up_to = mebibytes(64);  ///< larger rows are left for comparison
};
Calibration copy_calibration(const CopyTable& table, const CopySeries& series);

/// Pinned and pageable, both directions, off and on: eight fits.
std::vector<FitReport> fit_host_copies(const CopyTable& table, Bytes up_to);

}  // namespace sealring::studies
