// A sweep over message sizes in the table format of nccl-tests.
#pragma once

#include <string>
#include <vector>

#include "sim/stats/result.hpp"
#include "studies/points/points.hpp"

namespace sealring::studies {

struct NcclTestsRequest {
  Point base;  ///< machine, profile and overrides; the scenario is the shipped `collective`
  std::string op = "all_reduce";
  int ranks = 0;  ///< 0: all GPUs of the machine
  Bytes begin;
  Bytes end;
  double factor = 2;
};

/// "8", "32K", "1M", "8G": powers of 1024, as nccl-tests reads them. Throws config::BadInput.
Bytes parse_nccl_size(const std::string& text);

/// Table `sweep`: size, time in us, algbw and busbw in GB/s (10^9).
stats::Result nccl_tests(const NcclTestsRequest& request, PointRunner& runner);

/// The lines that nccl-tests prints. Model and machine do not tell in place from out of place: both columns are the
/// same.
std::string nccl_tests_text(const NcclTestsRequest& request, const stats::Result& result);

}  // namespace sealring::studies
