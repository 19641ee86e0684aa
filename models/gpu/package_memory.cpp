#include "models/gpu/package_memory.hpp"

#include <algorithm>
#include <stdexcept>

#include "sim/units/text.hpp"

namespace sealring::gpu {

void MemoryAccount::add(std::string_view part, Bytes bytes) {
  const auto known = std::find_if(parts_.begin(), parts_.end(), [&](const Part& p) { return p.name == part; });
  if (known == parts_.end()) {
    parts_.push_back({std::string(part), bytes});
  } else {
    known->bytes += bytes;
  }
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
  line('-', "context", context_);
  line('-', "reserve of the protected region", cpr_reserve_);
  for (const Part& part : parts_) {
    line('-', part.name, part.bytes);
  }
  const bool fit = fits();
  line('=', fit ? "free" : "missing", fit ? available() - used() : used() - available());
  return lines;
}

void MemoryAccount::require_fit() const {
  if (!fits()) {
    throw std::length_error("does not fit into GPU memory\n" + text());
  }
}

void PackageMemory::add(std::string_view region, Access access) { regions_.push_back({std::string(region), access}); }

const PackageMemory::Region& PackageMemory::find(std::string_view region) const {
  for (const Region& known : regions_) {
    if (known.name == region) {
      return known;
    }
  }
  throw std::logic_error(package_ + " has no memory region '" + std::string(region) + "'");
}

Access PackageMemory::access(std::string_view region) const { return find(region).access; }

void PackageMemory::read_from_outside(std::string_view reader, std::string_view region) const {
  if (find(region).access == Access::kProtected) {
    throw std::logic_error(std::string(reader) + " asked to read the protected region '" + std::string(region) +
                           "' of " + package_ + "; what leaves the package goes through a shared region, sealed");
  }
}

}  // namespace sealring::gpu
