// One row of the table of nccl-tests, whichever version printed it.
#pragma once

#include <optional>
#include <string>

#include "studies/nccl_tests/table_file.hpp"

namespace sealring::studies {

/// What the heading of the columns says.
struct NcclColumns {
  bool root = false;
  int timing = 0;  ///< columns of one timing
};

/// The heading in this comment line; nothing when the line is none.
std::optional<NcclColumns> nccl_columns(const std::string& line);

/// Fills `row`, or says why the line cannot be read. Without columns their number and the figures decide.
std::string parse_nccl_row(const std::string& line, const std::optional<NcclColumns>& columns, NcclRow& row);

}  // namespace sealring::studies
