// The memory of one GPU package: what fits, and who may read what.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/units/units.hpp"

namespace sealring::gpu {

/// Named parts against the capacity left after the context and the protected region's reserve.
class MemoryAccount {
 public:
  MemoryAccount(std::string owner, Bytes capacity, Bytes context, Bytes cpr_reserve)
      : owner_(std::move(owner)), capacity_(capacity), context_(context), cpr_reserve_(cpr_reserve) {}

  /// A part named before grows.
  void add(std::string_view part, Bytes bytes);
  [[nodiscard]] Bytes available() const { return capacity_ - context_ - cpr_reserve_; }
  [[nodiscard]] Bytes used() const;
  [[nodiscard]] bool fits() const { return used() <= available(); }
  /// The sum, a line per part.
  [[nodiscard]] std::string text() const;
  /// Throws std::length_error with the sum when the parts do not fit.
  void require_fit() const;

 private:
  struct Part {
    std::string name;
    Bytes bytes;
  };
  std::string owner_;
  Bytes capacity_;
  Bytes context_;
  Bytes cpr_reserve_;
  std::vector<Part> parts_;
};

enum class Access { kProtected, kShared };

inline constexpr const char* kMainRegion = "memory";      ///< weights, gradients, activations
inline constexpr const char* kStagingRegion = "staging";  ///< ciphertext on its way in or out

/// The regions of a package's memory. Nothing outside the package reads a protected one: not the host, not a NIC, not
/// the copy engine of a peer. What leaves goes through a shared region, sealed.
class PackageMemory {
 public:
  explicit PackageMemory(std::string package) : package_(std::move(package)) {}
  void add(std::string_view region, Access access);
  /// Throws std::logic_error, naming both, when the region is protected or unknown.
  void read_from_outside(std::string_view reader, std::string_view region) const;
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
