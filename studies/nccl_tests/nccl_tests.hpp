// A sweep over message sizes in the table format of nccl-tests.
#pragma once

#include <string>

#include "sim/stats/result.hpp"
#include "studies/nccl_tests/operation.hpp"
#include "studies/nccl_tests/sizes.hpp"
#include "studies/points/points.hpp"

namespace sealring::studies {

struct NcclTestsRequest {
  Point base;  ///< machine, profile and settings; the scenario is the shipped `collective`
  NcclOp op;
  SizeRange range;
};

/// Table `sweep`: per size time in us, algbw and busbw in GB/s (10^9), the same in place, and how the collective was
/// carried out. In place is a run of its own where the collective tells the two apart, else the same numbers.
stats::Result nccl_tests(const NcclTestsRequest& request, PointRunner& runner);

/// The lines that nccl-tests prints, and before its footer one comment line per stretch of sizes that were carried out
/// the same way.
std::string nccl_tests_text(const NcclTestsRequest& request, const stats::Result& result);

}  // namespace sealring::studies
