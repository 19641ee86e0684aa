// A data-parallel training job as the operations its host threads issue.
#pragma once

#include "models/host/program.hpp"
#include "workloads/training/bucket.hpp"
#include "workloads/training/ddp_spec.hpp"
#include "workloads/training/model.hpp"

namespace sealring::training {

inline constexpr int kComputeStream = 0;
inline constexpr int kCommunicationStream = 1;

/// Models:  steady-state iterations of PyTorch DDP, the same on every rank: input copy; broadcast of batch-norm
/// buffers;
///          forward; backward, in which a bucket that is complete is scaled and copied (one kernel per tensor) and its
///          all-reduce is issued on the communication stream, strictly in bucket order; the wait for each bucket and
///          the copy back; one optimiser step; a mark.
/// Ignores: the first iteration, which runs with a single bucket; loss scaling; the host time of the framework beyond
///          what a launch costs and DdpSpec::host_time.
/// Source:  torch/csrc/distributed/c10d/reducer.cpp (mark_variable_ready_dense, finalize_backward) and comm.cpp
///          (broadcast_coalesced).
host::Program ddp_program(const Model& model, const DdpSpec& spec, std::int64_t batch);

/// Sub-steps of one ring all-reduce: n-1 of reduce-scatter, then n-1 of all-gather.
constexpr int ring_sub_steps(int ranks) { return 2 * (ranks - 1); }

/// What one rank does in one iteration, averaged over the iterations of a program.
struct StepCounts {
  std::int64_t kernel_launches = 0;
  std::int64_t all_reduces = 0;
  std::int64_t broadcasts = 0;
  std::int64_t sub_steps = 0;  ///< of the all-reduces, as rings
  Bytes all_reduced;
};
StepCounts count_step(const host::Program& program);

}  // namespace sealring::training
