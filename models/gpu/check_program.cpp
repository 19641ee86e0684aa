#include <algorithm>
#include <stdexcept>

#include "models/gpu/execution.hpp"

namespace sealring::gpu {
namespace {

using host::Op;
using host::OpKind;

bool on_gpu(const Op& op) {
  return op.kind == OpKind::kKernel || op.kind == OpKind::kCollective || op.kind == OpKind::kCopy;
}

class Checker {
 public:
  Checker(const host::Program& program, std::size_t rank) : program_(program), rank_(rank), ops_(program.ranks[rank]) {}

  void check() const {
    for (std::size_t i = 0; i < ops_.size(); ++i) {
      check_place(i);
      check_amounts(i);
      check_dependencies(i);
    }
    const auto marks = std::count_if(ops_.begin(), ops_.end(), [](const Op& op) { return op.kind == OpKind::kMark; });
    if (marks != program_.iterations) {
      throw std::invalid_argument("rank " + std::to_string(rank_) + " has " + std::to_string(marks) + " marks for " +
                                  std::to_string(program_.iterations) + " iterations");
    }
  }

 private:
  void require(bool holds, std::size_t index, const std::string& rule) const {
    if (!holds) {
      throw std::invalid_argument("rank " + std::to_string(rank_) + ", op " + std::to_string(index) + ": " + rule);
    }
  }

  void check_place(std::size_t index) const {
    const Op& op = ops_[index];
    require(!on_gpu(op) || op.stream >= 0, index, "a stream is numbered from 0");
    require(op.kind != OpKind::kSynchronize || op.stream >= -1, index, "a synchronise names a stream, or -1 for all");
    const auto collectives = static_cast<std::int32_t>(program_.collectives.size());
    require(op.kind != OpKind::kCollective || (op.collective >= 0 && op.collective < collectives),
            index,
            "there is no collective " + std::to_string(op.collective));
  }

  void check_amounts(std::size_t index) const {
    const Op& op = ops_[index];
    require(op.launches >= 1, index, "an op stands for at least one launch");
    require(op.graph_nodes >= 0, index, "a graph cannot hold a negative number of kernels");
    require(op.bytes >= Bytes() && op.work.memory_traffic >= Bytes(), index, "bytes cannot be negative");
    require(op.work.flops >= Flops() && op.work.sm_share >= 0, index, "work cannot be negative");
    require(op.host_time >= Duration() && op.work.fixed >= Duration(), index, "a time cannot be negative");
  }

  void check_dependencies(std::size_t index) const {
    const Op& op = ops_[index];
    require(op.after.empty() || on_gpu(op), index, "only work on the GPU waits for events");
    for (const host::OpIndex other : op.after) {
      require(other >= 0 && static_cast<std::size_t>(other) < index,
              index,
              "waits for op " + std::to_string(other) + ", which is not issued before it");
      require(on_gpu(ops_[static_cast<std::size_t>(other)]),
              index,
              "waits for op " + std::to_string(other) + ", which does not run on the GPU");
    }
  }

  const host::Program& program_;
  std::size_t rank_;
  const std::vector<Op>& ops_;
};

}  // namespace

void check_program(const host::Program& program) {
  for (std::size_t rank = 0; rank < program.ranks.size(); ++rank) {
    Checker(program, rank).check();
  }
}

}  // namespace sealring::gpu
