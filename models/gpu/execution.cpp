#include "models/gpu/execution.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "models/host/roles.hpp"

namespace sealring::gpu {

std::unique_ptr<host::Servers> host_cores(const host::CpuSpec& cpu, std::int32_t first_rank, const Ground& ground) {
  return std::make_unique<host::Servers>(
      host::instance_of(first_rank, host::Role::kHostCores), cpu.cores, ground.queue, ground.log);
}

UnitSet::UnitSet(const UnitSpecs& specs, const Ground& ground, int ranks, int gpus_per_host) {
  for (std::int32_t rank = 0; rank < ranks; ++rank) {
    if (rank % gpus_per_host == 0) {
      cores_.push_back(host_cores(specs.host.cpu, rank, ground));
    }
    units_.push_back(std::make_unique<GpuUnit>(rank, specs, ground, *cores_.back()));
  }
}

std::vector<GpuUnit*> UnitSet::units() const {
  std::vector<GpuUnit*> all;
  for (const auto& unit : units_) {
    all.push_back(unit.get());
  }
  return all;
}

Execution::Execution(const UnitSpecs& specs,
                     const Ground& ground,
                     const host::Program& program,
                     std::vector<GpuUnit*> units)
    : program_(program), log_(ground.log), units_(std::move(units)) {
  if (units_.size() != program.ranks.size()) {
    throw std::invalid_argument("a program for " + std::to_string(program.ranks.size()) + " ranks was given " +
                                std::to_string(units_.size()) + " GPUs");
  }
  check_program(program);
  for (std::size_t rank = 0; rank < units_.size(); ++rank) {
    const host::CallCosts costs{specs.host.driver, specs.profile.toll, units_[rank]->copy_timing()};
    threads_.push_back(std::make_unique<host::HostThread>(
        static_cast<std::int32_t>(rank),
        costs,
        host::HostThread::Surroundings{program.ranks[rank], ground.queue, ground.log, units_[rank]->streams()}));
  }
}

void Execution::connect(CollectiveService& collectives) {
  for (GpuUnit* unit : units_) {
    unit->streams().connect(collectives);
  }
}

void Execution::start() {
  for (const auto& thread : threads_) {
    thread->start();
  }
}

bool Execution::finished() const {
  return std::all_of(threads_.begin(), threads_.end(), [](const auto& thread) { return thread->finished(); }) &&
         std::all_of(units_.begin(), units_.end(), [](GpuUnit* unit) { return unit->streams().empty(); });
}

std::vector<std::string> Execution::unfinished() const {
  std::vector<std::string> lines;
  for (std::size_t rank = 0; rank < units_.size(); ++rank) {
    std::string thread = threads_[rank]->waits_for();
    if (!thread.empty()) {
      lines.push_back(std::move(thread));
    }
    for (std::string& stream : units_[rank]->streams().unfinished()) {
      lines.push_back(std::move(stream));
    }
  }
  return lines;
}

IterationEnd Execution::iteration_end(int iteration, std::int32_t rank) const {
  const auto& marks = threads_[static_cast<std::size_t>(rank)]->marks();
  const auto index = static_cast<std::size_t>(iteration);
  if (index >= marks.size() || marks[index] == host::HostThread::kPending) {
    throw std::logic_error("iteration " + std::to_string(iteration) + " has not ended on rank " + std::to_string(rank));
  }
  return {log_.end_of(marks[index]), marks[index]};
}

IterationEnd Execution::iteration_end(int iteration) const {
  IterationEnd latest;
  for (std::size_t rank = 0; rank < threads_.size(); ++rank) {
    const IterationEnd end = iteration_end(iteration, static_cast<std::int32_t>(rank));
    if (rank == 0 || end.at > latest.at) {
      latest = end;
    }
  }
  return latest;
}

std::vector<Package*> Execution::packages() const {
  std::vector<Package*> all;
  for (GpuUnit* unit : units_) {
    all.push_back(&unit->package());
  }
  return all;
}

}  // namespace sealring::gpu
