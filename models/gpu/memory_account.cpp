#include "models/gpu/memory_account.hpp"

#include <algorithm>

#include "models/security/catalog.hpp"
#include "sim/units/text.hpp"

namespace sealring::gpu {
namespace {

constexpr std::int64_t kStagingPools = 2;

bool waits_in_gpu_memory(const security::PathProtectionSpec& path) {
  return security::protection_row(path.kind).staging == security::Staging::kGpuMemory;
}

}  // namespace

void MemoryAccount::add(std::string_view part, Bytes bytes) {
  const auto known = std::find_if(parts_.begin(), parts_.end(), [&](const Part& p) { return p.name == part; });
  if (known == parts_.end()) {
    parts_.push_back({std::string(part), bytes});
  } else {
    known->bytes += bytes;
  }
}

Bytes MemoryAccount::part(std::string_view name) const {
  const auto known = std::find_if(parts_.begin(), parts_.end(), [&](const Part& p) { return p.name == name; });
  return known == parts_.end() ? Bytes(0) : known->bytes;
}

Bytes MemoryAccount::used() const {
  Bytes sum;
  for (const Part& part : parts_) {
    sum += part.bytes;
  }
  return sum;
}

std::string MemoryAccount::text() const {
  std::string lines = owner_ + ": " + human_text(capacity_) + " capacity\n";
  const auto line = [&lines](char sign, const std::string& name, Bytes bytes) {
    lines += std::string("  ") + sign + " " + human_text(bytes) + " " + name + "\n";
  };
  for (const Part& part : parts_) {
    line('-', part.name, part.bytes);
  }
  const bool fit = fits();
  line('=', fit ? "free" : "missing", fit ? capacity_ - used() : used() - capacity_);
  return lines;
}

MemoryAccount memory_account(const UnitSpecs& specs) {
  const security::ProfileSpec& profile = specs.profile;
  MemoryAccount account(specs.gpu.name, specs.gpu.memory);
  account.add(kContextPart, specs.gpu.context_memory);
  account.add(kReservePart, profile.cpr_reserve);
  const bool staged = waits_in_gpu_memory(profile.scale_up) || waits_in_gpu_memory(profile.scale_out);
  account.add(kStagingPart, staged ? profile.staging_slot * profile.staging_slots * kStagingPools : Bytes(0));
  return account;
}

}  // namespace sealring::gpu
