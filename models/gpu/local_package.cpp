#include "models/gpu/local_package.hpp"

#include "models/host/roles.hpp"

namespace sealring::gpu {

void LocalPackage::run_stage(const security::Stage& stage,
                             stats::ActivityId cause,
                             Completion& who,
                             std::uint64_t token) {
  switch (stage.where) {
    case security::Where::kGpuKernel: return submit_kernel(stage, cause, who, token);
    case security::Where::kCopyEngine: return run_on_engine(stage, cause, who, token);
    case security::Where::kCopySubmission: return submit_copy(stage, cause, who, token);
    case security::Where::kBounceToHost:
    case security::Where::kBounceToDevice: return bounce(stage, cause, who, token);
  }
}

void LocalPackage::run_on_engine(const security::Stage& stage,
                                 stats::ActivityId cause,
                                 Completion& who,
                                 std::uint64_t token) {
  host::Job job;
  job.track = host::track_of(rank_, host::Role::kCopyEngines);
  job.add(stage.label, stage.alone);
  job.held = 1;
  around_.engines.run(job, cause, who, token);
}

void LocalPackage::submit_copy(const security::Stage& stage,
                               stats::ActivityId cause,
                               Completion& who,
                               std::uint64_t token) {
  host::Job job;
  job.track = host::track_of(rank_, host::Role::kCommThread);
  job.add(Label::kLaunch, launch_.copy_api);
  job.add(stage.label, stage.alone);
  job.held = 2;
  around_.comm_thread.run(job, cause, who, token);
}

void LocalPackage::bounce(const security::Stage& stage, stats::ActivityId cause, Completion& who, std::uint64_t token) {
  const bool to_host = stage.where == security::Where::kBounceToHost;
  host::CopyRequest request;
  request.direction = to_host ? host::CopyDirection::kDeviceToHost : host::CopyDirection::kHostToDevice;
  request.bytes = stage.bytes;
  request.track = host::track_of(rank_, to_host ? host::Role::kToHost : host::Role::kToDevice);
  request.timing = &around_.bounced;
  around_.copies.start(request, cause, who, token);
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
