#include "models/gpu/package_memory.hpp"

#include <stdexcept>

namespace sealring::gpu {

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

void PackageMemory::reach_from_outside(std::string_view who, std::string_view region) const {
  if (find(region).access == Access::kProtected) {
    throw std::logic_error(std::string(who) + " asked for the protected region '" + std::string(region) + "' of " +
                           package_ + "; what enters or leaves the package goes through a shared region, sealed");
  }
}

}  // namespace sealring::gpu
