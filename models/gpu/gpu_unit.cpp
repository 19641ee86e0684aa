#include "models/gpu/gpu_unit.hpp"

#include <string>

#include "models/host/roles.hpp"
#include "models/security/catalog.hpp"

namespace sealring::gpu {
namespace {

using host::instance_of;
using host::Role;
using host::track_of;

constexpr int kBounceGrowth =
    16;  // how often the pool may double: four times; assumed, far above what one context needs

PackageMemory memory_of(std::int32_t rank, const security::ProfileSpec& profile) {
  PackageMemory memory("gpu" + std::to_string(rank));
  memory.add(kMainRegion, profile.protected_memory ? Access::kProtected : Access::kShared);
  memory.add(kStagingRegion, Access::kShared);
  return memory;
}

StartDelays delays_of(const UnitSpecs& specs) {
  return {specs.host.driver.launch_latency,
          specs.profile.toll.launch_latency,
          specs.gpu.kernel_overhead,
          specs.host.driver.graph_node_overhead};
}

StageLaunch launch_of(const UnitSpecs& specs) {
  const host::DriverSpec& driver = specs.host.driver;
  const security::TollSpec& toll = specs.profile.toll;
  return {driver.launch_api, toll.launch, driver.launch_latency, toll.launch_latency, driver.copy_api};
}

/// Only messages to other domains may bounce; where they do not, nothing uses this timing.
host::CopyTiming message_timing(const UnitSpecs& specs) {
  const bool bounces = security::protection_row(specs.profile.scale_out.kind).staging == security::Staging::kHostMemory;
  return {specs.host, bounces ? specs.profile.scale_out : specs.profile.host_copy};
}

/// The pool is the context's: the host copies' where they bounce, else the messages'.
host::SlotPoolSpec bounce_spec(std::int32_t rank, const host::CopyTiming& copies, const host::CopyTiming& messages) {
  const int slots = copies.bounced() ? copies.pool_slots() : messages.pool_slots();
  return {slots, slots * kBounceGrowth, track_of(rank, Role::kBouncePool)};
}

host::SlotPoolSpec staging_spec(std::int32_t rank, Role role, const security::ProfileSpec& profile) {
  return {profile.staging_slots, profile.staging_slots, track_of(rank, role)};
}

}  // namespace

GpuUnit::GpuUnit(std::int32_t rank, const UnitSpecs& specs, const Ground& ground, host::Servers& cores)
    : rank_(rank),
      cores_(cores),
      memory_(memory_of(rank, specs.profile)),
      copy_timing_(specs.host, specs.profile.host_copy),
      message_timing_(message_timing(specs)),
      processor_(instance_of(rank, Role::kProcessor), specs.gpu.sms, ground.queue, ground.log),
      comm_thread_(instance_of(rank, Role::kCommThread), 1, ground.queue, ground.log),
      engines_(instance_of(rank, Role::kCopyEngines), specs.gpu.copy_engines, ground.queue, ground.log),
      to_device_(instance_of(rank, Role::kToDevice), 1, ground.queue, ground.log),
      to_host_(instance_of(rank, Role::kToHost), 1, ground.queue, ground.log),
      bounce_(instance_of(rank, Role::kBouncePool),
              bounce_spec(rank, copy_timing_, message_timing_),
              ground.queue,
              ground.log),
      send_staging_(instance_of(rank, Role::kSendStaging),
                    staging_spec(rank, Role::kSendStaging, specs.profile),
                    ground.queue,
                    ground.log),
      receive_staging_(instance_of(rank, Role::kReceiveStaging),
                       staging_spec(rank, Role::kReceiveStaging, specs.profile),
                       ground.queue,
                       ground.log),
      copies_(copy_timing_, {to_device_, specs.gpu.copy_engines > 1 ? to_host_ : to_device_, cores, bounce_}),
      package_(rank,
               launch_of(specs),
               {processor_,
                comm_thread_,
                engines_,
                copies_,
                message_timing_,
                {send_staging_, receive_staging_, specs.profile.staging_slot}}),
      streams_(
          rank, KernelTiming(specs.gpu), delays_of(specs), {ground.queue, ground.log, processor_, copies_, memory_}) {}

}  // namespace sealring::gpu
