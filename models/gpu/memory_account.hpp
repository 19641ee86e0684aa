// What fits into the memory of one GPU.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/gpu/unit_specs.hpp"
#include "sim/units/units.hpp"

namespace sealring::gpu {

inline constexpr const char* kContextPart = "context";  ///< driver, libraries, communicator buffers
inline constexpr const char* kReservePart = "reserve of the protected region";
inline constexpr const char* kStagingPart = "staging";  ///< both pools, sending and receiving

/// Named parts against a capacity.
class MemoryAccount {
 public:
  struct Part {
    std::string name;
    Bytes bytes;
  };
  MemoryAccount(std::string owner, Bytes capacity) : owner_(std::move(owner)), capacity_(capacity) {}

  /// A part named before grows.
  void add(std::string_view part, Bytes bytes);
  [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }
  /// Zero for a part that was never added.
  [[nodiscard]] Bytes part(std::string_view name) const;
  [[nodiscard]] Bytes capacity() const { return capacity_; }
  [[nodiscard]] Bytes used() const;
  [[nodiscard]] bool fits() const { return used() <= capacity_; }
  /// The sum, a line per part.
  [[nodiscard]] std::string text() const;

 private:
  std::string owner_;
  Bytes capacity_;
  std::vector<Part> parts_;
};

/// What a machine and its profile take of a GPU before any workload: context, reserve, and both staging pools where
/// messages between GPUs wait in GPU memory. Workloads add their parts.
MemoryAccount memory_account(const UnitSpecs& specs);

}  // namespace sealring::gpu
