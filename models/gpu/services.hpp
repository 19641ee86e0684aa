// What a collective may ask of the GPU package it runs on, and how the two tell each other that something finished.
#pragma once

#include <cstdint>

#include "models/label.hpp"
#include "models/security/protection.hpp"
#include "sim/stats/activity_log.hpp"
#include "sim/units/units.hpp"

namespace sealring::gpu {

class Completion {
 public:
  virtual ~Completion() = default;
  /// `activity` is what just ended; it is the cause of whatever starts now.
  virtual void completed(std::uint64_t token, stats::ActivityId activity) = 0;
};

enum class StagingEnd : std::uint8_t { kSend, kReceive };

/// Who wants staging memory, and since what.
struct StagingClaim {
  stats::ActivityId cause = stats::kNone;
  Completion* who = nullptr;
  std::uint64_t token = 0;
};

/// One GPU package with the host that feeds it.
class Package {
 public:
  virtual ~Package() = default;
  /// Runs one stage now: a kernel or a copy submitted by the rank's communication thread (launch cost and toll are
  /// activities of their own), work on a copy engine, or a copy through the bounce pool and the cipher of the rank's
  /// context. Kernels share the SMs with whatever is resident.
  virtual void run_stage(const security::Stage& stage,
                         stats::ActivityId cause,
                         Completion& who,
                         std::uint64_t token) = 0;
  /// SMs held by a resident communication kernel; re-times everything else that runs.
  virtual void hold_sms(double sms) = 0;
  virtual void release_sms(double sms) = 0;
  /// Staging memory outside the protected region for one message; granted at once or, first come first served, when
  /// enough is free. A grant that had to wait is an activity labelled kStagingFull. Sending and receiving have pools of
  /// their own, so that nobody who holds a sending slot can keep a receiver from getting one. A message larger than a
  /// pool takes all of it.
  virtual void acquire_staging(StagingEnd end, Bytes bytes, const StagingClaim& claim) = 0;
  virtual void release_staging(StagingEnd end, Bytes bytes) = 0;
};

/// Collectives as the streams see them; workloads/collectives implements it.
class CollectiveService {
 public:
  virtual ~CollectiveService() = default;
  /// The stream of `rank` reached the collective; `cause` is what let it start. Calls who.completed(token, last
  /// activity) when this rank's part is done.
  virtual void join(
      std::int32_t rank, std::int32_t collective, stats::ActivityId cause, Completion& who, std::uint64_t token) = 0;
};

}  // namespace sealring::gpu
