#include "models/gpu/local_package.hpp"

#include "models/host/roles.hpp"

namespace sealring::gpu {

void LocalPackage::run_stage(const security::Stage& stage,
                             stats::ActivityId cause,
                             Completion& who,
                             std::uint64_t token) {
  if (stage.where == security::Where::kGpuKernel) {
    return submit_kernel(stage, cause, who, token);
  }
  const bool on_core = stage.where == security::Where::kHostCore;
  host::Job job;
  job.track = host::track_of(rank_, on_core ? host::Role::kCommThread : host::Role::kCopyEngines);
  job.add(stage.label, stage.alone);
  job.held = 1;
  (on_core ? around_.cores : around_.engines).run(job, cause, who, token);
}

void LocalPackage::submit_kernel(const security::Stage& stage,
                                 stats::ActivityId cause,
                                 Completion& who,
                                 std::uint64_t token) {
  if (stage.launches == 0) {
    return start_kernel({stage, &who, token}, cause);
  }
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(submitted_.size()));
    submitted_.emplace_back();
  }
  const std::uint32_t slot = free_.back();
  free_.pop_back();
  submitted_[slot] = {stage, &who, token};
  host::Job job;
  job.track = host::track_of(rank_, host::Role::kCommThread);
  job.add(Label::kLaunch, launch_.api * stage.launches);
  job.add(Label::kLaunchToll, launch_.api_toll * stage.launches);
  job.held = 2;
  job.add(Label::kLaunch, launch_.latency);
  job.add(Label::kLaunchToll, launch_.latency_toll);
  around_.comm_thread.run(job, cause, *this, slot);
}

void LocalPackage::completed(std::uint64_t token, stats::ActivityId activity) {
  const Submitted kernel = submitted_[token];
  free_.push_back(static_cast<std::uint32_t>(token));
  start_kernel(kernel, activity);
}

void LocalPackage::start_kernel(const Submitted& submitted, stats::ActivityId cause) {
  Kernel kernel;
  kernel.label = submitted.stage.label;
  kernel.track = host::track_of(rank_, host::Role::kProcessor);
  kernel.alone = submitted.stage.alone;
  kernel.sms = submitted.stage.sms;
  around_.processor.start(kernel, cause, *submitted.who, submitted.token);
}

}  // namespace sealring::gpu
