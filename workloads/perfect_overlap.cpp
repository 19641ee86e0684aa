#include "workloads/workload.hpp"

namespace sealring::workloads {
namespace {

using host::Op;
using host::OpIndex;
using host::OpKind;

/// New order of one iteration [begin, end): all-reduces first, the rest as it was.
void reorder(const std::vector<Op>& ops, std::size_t begin, std::size_t end, std::vector<OpIndex>& order) {
  for (const bool collectives : {true, false}) {
    for (std::size_t i = begin; i < end; ++i) {
      if ((ops[i].kind == OpKind::kCollective) == collectives) {
        order.push_back(static_cast<OpIndex>(i));
      }
    }
  }
}

std::vector<Op> lift(const std::vector<Op>& ops) {
  std::vector<OpIndex> order;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < ops.size(); ++i) {
    if (ops[i].kind == OpKind::kMark || i + 1 == ops.size()) {
      reorder(ops, begin, i + 1, order);
      begin = i + 1;
    }
  }
  std::vector<OpIndex> place(ops.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    place[static_cast<std::size_t>(order[i])] = static_cast<OpIndex>(i);
  }
  std::vector<Op> lifted;
  lifted.reserve(ops.size());
  for (const OpIndex from : order) {
    Op op = ops[static_cast<std::size_t>(from)];
    if (op.kind == OpKind::kCollective) {
      op.after.clear();
    }
    for (OpIndex& dependency : op.after) {
      dependency = place[static_cast<std::size_t>(dependency)];
    }
    lifted.push_back(std::move(op));
  }
  return lifted;
}

}  // namespace

host::Program with_perfect_overlap(const host::Program& program) {
  host::Program lifted = program;
  for (std::vector<Op>& ops : lifted.ranks) {
    ops = lift(ops);
  }
  return lifted;
}

}  // namespace sealring::workloads
