// Everything of one rank that sits on or beside its GPU, put together from specs.
#pragma once

#include <cstdint>

#include "models/gpu/local_package.hpp"
#include "models/gpu/package_memory.hpp"
#include "models/gpu/processor.hpp"
#include "models/gpu/stream_set.hpp"
#include "models/gpu/unit_specs.hpp"
#include "models/host/copy_path.hpp"
#include "models/host/servers.hpp"
#include "models/host/slot_pool.hpp"

namespace sealring::gpu {

/// The clock and the book that all units share; both outlive them.
struct Ground {
  queue::EventQueue& queue;
  stats::ActivityLog& log;
};

/// One GPU: SMs, streams, copy engines, staging and bounce pools, and the services a collective may ask for. Host
/// copies and messages that bounce share one context: its cipher, its pool, the engines of each direction.
class GpuUnit {
 public:
  /// `cores` are those of the GPU's host.
  GpuUnit(std::int32_t rank, const UnitSpecs& specs, const Ground& ground, host::Servers& cores);
  GpuUnit(const GpuUnit&) = delete;
  GpuUnit& operator=(const GpuUnit&) = delete;

  [[nodiscard]] std::int32_t rank() const { return rank_; }
  [[nodiscard]] StreamSet& streams() { return streams_; }
  [[nodiscard]] Package& package() { return package_; }
  [[nodiscard]] const host::Servers& cores() const { return cores_; }
  [[nodiscard]] const host::CopyTiming& copy_timing() const { return copy_timing_; }
  [[nodiscard]] const Processor& processor() const { return processor_; }
  [[nodiscard]] const host::SlotPool& staging(StagingEnd end) const {
    return end == StagingEnd::kSend ? send_staging_ : receive_staging_;
  }
  [[nodiscard]] const host::SlotPool& bounce() const { return bounce_; }
  [[nodiscard]] const PackageMemory& memory() const { return memory_; }

 private:
  std::int32_t rank_;
  host::Servers& cores_;
  PackageMemory memory_;
  host::CopyTiming copy_timing_;
  host::CopyTiming message_timing_;  ///< of messages that bounce through the host
  Processor processor_;
  host::Servers comm_thread_;
  host::Servers engines_;
  host::Servers to_device_;
  host::Servers to_host_;
  host::SlotPool bounce_;
  host::SlotPool send_staging_;
  host::SlotPool receive_staging_;
  host::CopyPath copies_;
  LocalPackage package_;
  StreamSet streams_;
};

}  // namespace sealring::gpu
