// The memory of one GPU package: who may reach what from outside.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sealring::gpu {

enum class Access { kProtected, kShared };

inline constexpr const char* kMainRegion = "memory";      ///< weights, gradients, activations
inline constexpr const char* kStagingRegion = "staging";  ///< ciphertext on its way in or out

/// The regions of a package's memory. Nothing outside the package reads or writes a protected one: not the host, not a
/// NIC, not the copy engine of a peer. What enters or leaves goes through a shared region, sealed.
class PackageMemory {
 public:
  explicit PackageMemory(std::string package) : package_(std::move(package)) {}
  void add(std::string_view region, Access access);
  /// Throws std::logic_error, naming both, when the region is protected or unknown.
  void reach_from_outside(std::string_view who, std::string_view region) const;
  [[nodiscard]] Access access(std::string_view region) const;

 private:
  struct Region {
    std::string name;
    Access access = Access::kProtected;
  };
  [[nodiscard]] const Region& find(std::string_view region) const;

  std::string package_;
  std::vector<Region> regions_;
};

}  // namespace sealring::gpu
