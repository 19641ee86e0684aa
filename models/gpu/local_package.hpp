// The package as a collective sees it: stages on the SMs, on the copy engines and through the host, and the staging
// pools.
#pragma once

#include <cstdint>
#include <vector>

#include "models/gpu/processor.hpp"
#include "models/gpu/services.hpp"
#include "models/host/copy_path.hpp"
#include "models/host/servers.hpp"
#include "models/host/slot_pool.hpp"

namespace sealring::gpu {

/// What one submission by the communication thread costs.
struct StageLaunch {
  Duration api, api_toll;          ///< hold the thread
  Duration latency, latency_toll;  ///< from the API's return to the kernel's start
  Duration copy_api;               ///< of submitting a copy instead of a kernel
};

/// Memory outside the protected region: equal slots for messages that leave and for messages that arrive.
struct StagingPools {
  host::SlotPool& send;
  host::SlotPool& receive;
  Bytes slot;
};

/// Models:  kernels of stages are submitted one by one by the rank's communication thread, first come first served, and
///          start after the launch latency (each follows a completion, so its stream is idle); copies are submitted by
///          the same thread and, where they bounce, share cipher, pool and engines with the host copies of the rank;
///          copy-engine stages take one engine each. A message takes as many staging slots as its bytes fill.
/// Ignores: launches of one stage that could overlap with its kernel; host copies on the engines of copy-engine stages;
///          a message larger than a staging pool, which takes the whole pool and then runs as if it fitted.
/// Source:  composition of Servers, Processor, CopyPath and SlotPool.
class LocalPackage final : public Package, public Completion {
 public:
  /// References outlive the package.
  struct Surroundings {
    Processor& processor;
    host::Servers& comm_thread;
    host::Servers& engines;
    host::CopyPath& copies;
    const host::CopyTiming& bounced;  ///< of messages that bounce
    StagingPools staging;
  };
  LocalPackage(std::int32_t rank, const StageLaunch& launch, const Surroundings& around)
      : rank_(rank), launch_(launch), around_(around) {}

  void run_stage(const security::Stage& stage, stats::ActivityId cause, Completion& who, std::uint64_t token) override;
  void hold_sms(double sms) override { around_.processor.hold(sms); }
  void release_sms(double sms) override { around_.processor.release(sms); }
  void acquire_staging(StagingEnd end, Bytes bytes, const StagingClaim& claim) override {
    pool(end).acquire(claim, slots(bytes));
  }
  void release_staging(StagingEnd end, Bytes bytes) override { pool(end).release(slots(bytes)); }
  /// A kernel stage has been submitted and may start.
  void completed(std::uint64_t token, stats::ActivityId activity) override;

 private:
  struct Submitted {
    security::Stage stage;
    Completion* who = nullptr;
    std::uint64_t token = 0;
  };
  void submit_kernel(const security::Stage& stage, stats::ActivityId cause, Completion& who, std::uint64_t token);
  void start_kernel(const Submitted& kernel, stats::ActivityId cause);
  void submit_copy(const security::Stage& stage, stats::ActivityId cause, Completion& who, std::uint64_t token);
  void bounce(const security::Stage& stage, stats::ActivityId cause, Completion& who, std::uint64_t token);
  void run_on_engine(const security::Stage& stage, stats::ActivityId cause, Completion& who, std::uint64_t token);
  [[nodiscard]] host::SlotPool& pool(StagingEnd end) const {
    return end == StagingEnd::kSend ? around_.staging.send : around_.staging.receive;
  }
  [[nodiscard]] std::int64_t slots(Bytes bytes) const {
    const std::int64_t slot = around_.staging.slot.count();
    return (bytes.count() + slot - 1) / slot;
  }

  std::int32_t rank_;
  StageLaunch launch_;
  Surroundings around_;
  std::vector<Submitted> submitted_;
  std::vector<std::uint32_t> free_;
};

}  // namespace sealring::gpu
