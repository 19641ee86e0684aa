#include "studies/nccl_tests/operation.hpp"

#include <cctype>

#include "sim/config/report.hpp"
#include "workloads/collectives/catalog.hpp"

namespace sealring::studies {

std::string NcclOp::scenario_name() const { return collectives::collective_names()[static_cast<std::size_t>(kind)]; }

const std::vector<NcclOp>& nccl_ops() {
  using Kind = host::CollectiveKind;
  static const std::vector<NcclOp> ops{
      {Kind::kAllReduce, "all_reduce", "sum", -1, false, false},
      {Kind::kReduceScatter, "reduce_scatter", "sum", -1, true, true},
      {Kind::kAllGather, "all_gather", "none", -1, true, true},
      {Kind::kBroadcast, "broadcast", "none", 0, false, false},
      {Kind::kAllToAll, "alltoall", "none", -1, true, false},
      {Kind::kSendRecv, "sendrecv", "sum", -1, false, false},
  };
  return ops;
}

std::string plain_name(const std::string& text) {
  std::string plain;
  for (const char c : text) {
    if (c != '_' && c != '-') {
      plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return plain;
}

const NcclOp* find_nccl_op(const std::string& text) {
  std::string name = text;
  for (const std::string suffix : {"_mpi", "_perf"}) {
    if (name.size() > suffix.size() && name.compare(name.size() - suffix.size(), suffix.size(), suffix) == 0) {
      name.resize(name.size() - suffix.size());
    }
  }
  for (const NcclOp& op : nccl_ops()) {
    if (plain_name(name) == plain_name(op.name)) {
      return &op;
    }
  }
  return nullptr;
}

const NcclOp& need_nccl_op(const std::string& where, const std::string& text) {
  if (const NcclOp* op = find_nccl_op(text)) {
    return *op;
  }
  std::string known;
  for (const NcclOp& op : nccl_ops()) {
    known += (known.empty() ? "" : ", ") + op.name;
  }
  throw config::BadInput(where + " '" + text + "'; known: " + known);
}

}  // namespace sealring::studies
