// The package as a collective sees it: stages on the SMs, on the host's cores and on the copy engines, and the staging
// pool.
#pragma once

#include <cstdint>
#include <vector>

#include "models/gpu/processor.hpp"
#include "models/gpu/services.hpp"
#include "models/host/servers.hpp"
#include "models/host/slot_pool.hpp"

namespace sealring::gpu {

/// What one submission by the communication thread costs.
struct StageLaunch {
  Duration api, api_toll;          ///< hold the thread
  Duration latency, latency_toll;  ///< from the API's return to the kernel's start
};

/// Models:  kernels of stages are submitted one by one by the rank's communication thread, first come first served, and
/// start
///          after the launch latency (each follows a completion, so its stream is idle); host-core stages take one core
///          each; copy-engine stages one engine each.
/// Ignores: launches of one stage that could overlap with its kernel, host copies on the same engines.
/// Source:  composition of Servers, Processor and SlotPool.
class LocalPackage final : public Package, public Completion {
 public:
  /// References outlive the package.
  struct Surroundings {
    Processor& processor;
    host::Servers& comm_thread;
    host::Servers& cores;
    host::Servers& engines;
    host::SlotPool& staging;
  };
  LocalPackage(std::int32_t rank, const StageLaunch& launch, const Surroundings& around)
      : rank_(rank), launch_(launch), around_(around) {}

  void run_stage(const security::Stage& stage, stats::ActivityId cause, Completion& who, std::uint64_t token) override;
  void hold_sms(double sms) override { around_.processor.hold(sms); }
  void release_sms(double sms) override { around_.processor.release(sms); }
  void acquire_staging(stats::ActivityId cause, Completion& who, std::uint64_t token) override {
    around_.staging.acquire(cause, who, token);
  }
  void release_staging() override { around_.staging.release(); }
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

  std::int32_t rank_;
  StageLaunch launch_;
  Surroundings around_;
  std::vector<Submitted> submitted_;
  std::vector<std::uint32_t> free_;
};

}  // namespace sealring::gpu
