// The numbers of one GPU package.
#pragma once

#include <array>
#include <string>

#include "models/host/program.hpp"
#include "sim/units/units.hpp"

namespace sealring::gpu {

inline constexpr int kPrecisions = 6;    ///< host::Precision
inline constexpr int kComputeKinds = 4;  ///< host::ComputeKind

struct GpuSpec {
  std::string name;
  int sms = 0;
  int sub_partitions_per_sm = 4;  ///< warp schedulers; a MAC chain occupies one
  Frequency clock;
  Bytes memory;                                                      ///< HBM capacity
  Bandwidth memory_rate;                                             ///< peak HBM rate
  double memory_efficiency = 0.9;                                    ///< achieved over peak for streaming kernels
  std::array<FlopRate, kPrecisions> peak{};                          ///< dense, by precision; zero: not supported
  std::array<double, kComputeKinds> efficiency{0.7, 0.5, 0.5, 1.0};  ///< achieved over peak, by compute kind
  /// By precision and kind where one number per kind is not enough; zero: efficiency[kind] holds.
  std::array<std::array<double, kComputeKinds>, kPrecisions> efficiency_by_precision{};
  Duration kernel_overhead;  ///< device-side cost of starting one kernel in a stream
  int copy_engines = 2;
  int scale_up_links = 0;  ///< scale-up links of the package; a machine wires all of them
  int mig = 0;  ///< instances that the package is divided into, of which these numbers describe one; 0: not divided
  Bytes context_memory;  ///< CUDA context, libraries, communicator buffers

  /// Rate that kernels of this precision and kind reach; zero when the precision is not supported.
  [[nodiscard]] FlopRate achieved(host::Precision precision, host::ComputeKind kind) const {
    const auto p = static_cast<std::size_t>(precision);
    const auto k = static_cast<std::size_t>(kind);
    const double special = efficiency_by_precision[p][k];
    return peak[p] * (special > 0 ? special : efficiency[k]);
  }
};

}  // namespace sealring::gpu
