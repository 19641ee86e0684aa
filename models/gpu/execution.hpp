// A program on the GPUs of a machine: one host thread per rank, run to the end on the shared event queue.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "models/gpu/gpu_unit.hpp"
#include "models/gpu/services.hpp"
#include "models/host/host_thread.hpp"
#include "models/host/program.hpp"

namespace sealring::gpu {

/// The units of ranks 0..n-1 and the cores of their hosts, without SystemC.
class UnitSet {
 public:
  UnitSet(const UnitSpecs& specs, const Ground& ground, int ranks, int gpus_per_host);
  [[nodiscard]] std::vector<GpuUnit*> units() const;

 private:
  std::vector<std::unique_ptr<host::Servers>> cores_;
  std::vector<std::unique_ptr<GpuUnit>> units_;
};

/// Servers for the cores of the host whose first GPU is `first_rank`.
std::unique_ptr<host::Servers> host_cores(const host::CpuSpec& cpu, std::int32_t first_rank, const Ground& ground);

/// When an iteration ended, and the activity that ended it (on whichever rank was last; ties: the lowest rank).
struct IterationEnd {
  Instant at;
  stats::ActivityId last = stats::kNone;
};

class Execution {
 public:
  /// `units` by rank, as many as the program has ranks. Everything passed outlives the execution. Throws
  /// std::invalid_argument, naming rank and op, for a program that cannot be issued.
  Execution(const UnitSpecs& specs, const Ground& ground, const host::Program& program, std::vector<GpuUnit*> units);

  void connect(CollectiveService& collectives);
  /// Every thread begins to issue at the queue's now, which must be the start of the simulation.
  void start();

  [[nodiscard]] bool finished() const;
  /// What each thread and stream still waits for; empty when finished. Collectives list their own.
  [[nodiscard]] std::vector<std::string> unfinished() const;

  [[nodiscard]] int iterations() const { return program_.iterations; }
  /// Throws std::logic_error while that iteration has not ended on every rank.
  [[nodiscard]] IterationEnd iteration_end(int iteration) const;
  [[nodiscard]] IterationEnd iteration_end(int iteration, std::int32_t rank) const;
  [[nodiscard]] std::vector<Package*> packages() const;

 private:
  const host::Program& program_;
  stats::ActivityLog& log_;
  std::vector<GpuUnit*> units_;
  std::vector<std::unique_ptr<host::HostThread>> threads_;
};

/// Every rule that a program must keep; throws std::invalid_argument at the first one broken.
void check_program(const host::Program& program);

}  // namespace sealring::gpu
