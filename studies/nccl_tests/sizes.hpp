// The sizes of a sweep, as nccl-tests steps and rounds them.
#pragma once

#include <string>
#include <vector>

#include "sim/units/units.hpp"
#include "studies/nccl_tests/operation.hpp"

namespace sealring::studies {

inline constexpr int kElementBytes = 4;  // float, the default of nccl-tests

/// "8", "32K", "1M", "8G": powers of 1024, as nccl-tests reads them. Throws config::BadInput.
Bytes parse_nccl_size(const std::string& text);

struct SizeRange {
  Bytes begin;
  Bytes end;
  double factor = 2;
  Bytes step = Bytes(0);  ///< added to go on where it is not zero; else `factor` multiplies
};

/// What nccl-tests measures when it is asked for this many bytes: whole elements, and where every rank holds a part,
/// parts of whole 16 bytes.
Bytes measured_size(const NcclOp& op, int ranks, Bytes asked);

/// Ascending, each once: nccl-tests repeats what rounds to the same size. From zero on to one element.
std::vector<Bytes> nccl_sizes(const NcclOp& op, int ranks, const SizeRange& range);

}  // namespace sealring::studies
