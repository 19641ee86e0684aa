#include "studies/calibrate/copy_fit.hpp"

#include <cmath>
#include <exception>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "sim/config/report.hpp"
#include "sim/units/text.hpp"

namespace sealring::studies {
namespace {

constexpr const char* kHeader = "path,bytes,off_us,on_us";

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream in(line);
  for (std::string cell; std::getline(in, cell, ',');) {
    cells.push_back(cell);
  }
  return cells;
}

/// A whole cell as a positive number; 0 when it is none.
double positive(const std::string& cell) {
  try {
    std::size_t used = 0;
    const double value = std::stod(cell, &used);
    return used == cell.size() && std::isfinite(value) && value > 0 ? value : 0;
  } catch (const std::exception&) {
    return 0;
  }
}

CopyTime row_of(const std::string& line, const std::string& where) {
  const std::vector<std::string> cells = cells_of(line);
  const bool complete = cells.size() == 4 && positive(cells[1]) > 0 && positive(cells[2]) > 0 && positive(cells[3]) > 0;
  if (!complete) {
    throw config::BadInput(fmt::format("{}: '{}' is not a path and three positive numbers ({})", where, line, kHeader));
  }
  return {cells[0], Bytes(static_cast<std::int64_t>(positive(cells[1]))), positive(cells[2]), positive(cells[3])};
}

std::vector<CopyTime> rows_of(const CopyTable& table, const CopySeries& series) {
  std::vector<CopyTime> rows;
  for (const CopyTime& row : table.rows) {
    if (row.path == series.path && row.bytes <= series.up_to) {
      rows.push_back(row);
    }
  }
  return rows;
}

}  // namespace

CopyTable read_copy_table(const std::string& file) {
  std::ifstream in(file);
  if (!in) {
    throw config::BadInput(file + ": no such file, or not readable");
  }
  CopyTable table;
  table.file = std::filesystem::path(file).filename().string();
  const std::string mark = "# source: ";
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.rfind(mark, 0) == 0) {
      table.source = line.substr(mark.size());
    }
    if (!line.empty() && line[0] != '#' && line != kHeader) {
      table.rows.push_back(row_of(line, fmt::format("{}:{}", file, number)));
    }
  }
  return table;
}

Calibration copy_calibration(const CopyTable& table, const CopySeries& series) {
  const std::vector<CopyTime> rows = rows_of(table, series);
  Calibration calibration;
  calibration.parameters = {{"toll", 10, "us"}, {"rate", 10, "GB/s"}};
  for (const CopyTime& row : rows) {
    calibration.points.push_back(exact_text(row.bytes));
  }
  calibration.residuals = [rows, series](const std::vector<double>& values) {
    constexpr double kBytesPerMicrosecond = 1e3;  // of 1 GB/s
    std::vector<double> residuals;
    for (const CopyTime& row : rows) {
      const double modelled = values[0] + static_cast<double>(row.bytes.count()) / (values[1] * kBytesPerMicrosecond);
      residuals.push_back(std::log(modelled / (series.confidential ? row.on_us : row.off_us)));
    }
    return residuals;
  };
  return calibration;
}

std::vector<FitReport> fit_host_copies(const CopyTable& table, Bytes up_to) {
  std::vector<FitReport> reports;
  for (const char* path : {"pinned_h2d", "pinned_d2h", "pageable_h2d", "pageable_d2h"}) {
    for (const bool confidential : {false, true}) {
      const Calibration calibration = copy_calibration(table, {path, confidential, up_to});
      const std::string name =
          std::string(path) + (confidential ? ", confidential computing on" : ", confidential computing off");
      reports.push_back({name, table.file, table.source, calibrate(calibration), calibration.points});
    }
  }
  return reports;
}

}  // namespace sealring::studies
