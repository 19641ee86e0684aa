#include "models/gpu/gpu_unit.hpp"

#include <string>

#include "models/host/roles.hpp"

namespace sealring::gpu {
namespace {

using host::instance_of;
using host::Role;
using host::track_of;

constexpr int kBounceGrowth =
    16;  // how often the pool may double: four times; assumed, far above what one context needs

PackageMemory memory_of(std::int32_t rank, const security::ProfileSpec& profile) {
  PackageMemory memory("gpu" + std::to_string(rank));
  memory.add(kMainRegion, profile.cpr_reserve > Bytes() ? Access::kProtected : Access::kShared);
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
  return {driver.launch_api, toll.launch, driver.launch_latency, toll.launch_latency};
}

host::SlotPoolSpec bounce_spec(std::int32_t rank, const host::CopyTiming& copies) {
  return {copies.pool_slots(), copies.pool_slots() * kBounceGrowth, track_of(rank, Role::kBouncePool)};
}

bool through_staging(const security::PathProtectionSpec& path) {
  return path.kind == "software_aead" || path.kind == "copy_engine";
}

}  // namespace

GpuUnit::GpuUnit(std::int32_t rank, const UnitSpecs& specs, const Ground& ground, host::Servers& cores)
    : rank_(rank),
      cores_(cores),
      memory_(memory_of(rank, specs.profile)),
      copy_timing_(specs.host, specs.profile.host_copy),
      processor_(instance_of(rank, Role::kProcessor), specs.gpu.sms, ground.queue, ground.log),
      comm_thread_(instance_of(rank, Role::kCommThread), 1, ground.queue, ground.log),
      engines_(instance_of(rank, Role::kCopyEngines), specs.gpu.copy_engines, ground.queue, ground.log),
      to_device_(instance_of(rank, Role::kToDevice), 1, ground.queue, ground.log),
      to_host_(instance_of(rank, Role::kToHost), 1, ground.queue, ground.log),
      bounce_(instance_of(rank, Role::kBouncePool), bounce_spec(rank, copy_timing_), ground.queue, ground.log),
      staging_(instance_of(rank, Role::kStagingPool),
               {specs.profile.staging_slots, specs.profile.staging_slots, track_of(rank, Role::kStagingPool)},
               ground.queue,
               ground.log),
      copies_(copy_timing_, {to_device_, specs.gpu.copy_engines > 1 ? to_host_ : to_device_, cores, bounce_}),
      package_(rank, launch_of(specs), {processor_, comm_thread_, cores, engines_, staging_}),
      streams_(
          rank, KernelTiming(specs.gpu), delays_of(specs), {ground.queue, ground.log, processor_, copies_, memory_}) {}

MemoryAccount memory_account(const UnitSpecs& specs) {
  MemoryAccount account(specs.gpu.name, specs.gpu.memory, specs.gpu.context_memory, specs.profile.cpr_reserve);
  if (through_staging(specs.profile.scale_up) || through_staging(specs.profile.scale_out)) {
    account.add(kStagingRegion, specs.profile.staging_slot * specs.profile.staging_slots);
  }
  return account;
}

}  // namespace sealring::gpu
