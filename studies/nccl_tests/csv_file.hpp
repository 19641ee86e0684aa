// A sweep that somebody published, kept as CSV: comment lines that name the source, a heading, a row per size.
#pragma once

#include <string>

#include "studies/nccl_tests/table_file.hpp"

namespace sealring::studies {

struct PublishedSweep {
  NcclTable table;
  std::string source;  ///< of the comment line that begins with it
};

/// Columns: op,nranks,nnodes,size_bytes,dtype, then time in us, algbw and busbw in GB/s out of place and in place;
/// three empty cells stand for a timing not taken. Throws config::BadInput.
PublishedSweep read_published_sweep(const std::string& file);

}  // namespace sealring::studies
