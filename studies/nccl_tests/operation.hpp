// The collectives under the names that nccl-tests gives them.
#pragma once

#include <string>
#include <vector>

#include "models/host/program.hpp"

namespace sealring::studies {

/// One program of nccl-tests, without its "_perf".
struct NcclOp {
  host::CollectiveKind kind = host::CollectiveKind::kAllReduce;
  std::string name;                                 ///< as the program is called: "alltoall"
  std::string redop;                                ///< what the column of that name shows
  int root = -1;                                    ///< likewise
  bool by_rank = false;                             ///< buffers hold one equal part per rank
  bool tells_in_place = false;                      ///< its speed depends on whether sender and receiver share a buffer
  [[nodiscard]] std::string scenario_name() const;  ///< value of `collective.op`: "all_to_all"
};

/// In the order of CollectiveKind.
const std::vector<NcclOp>& nccl_ops();

/// By either spelling, whatever the case and the underscores; "_perf" and "_perf_mpi" at the end do not matter. Null
/// when unknown.
const NcclOp* find_nccl_op(const std::string& text);

/// Likewise. Throws config::BadInput with what is known, after `where` and the text in question.
const NcclOp& need_nccl_op(const std::string& where, const std::string& text);

/// Lower case without '_' and '-', so that "NVLSTree" and "nvls_tree" are one name.
std::string plain_name(const std::string& text);

}  // namespace sealring::studies
