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
  int sub_partitions_per_sm = 4;                       ///< warp schedulers; a MAC chain occupies one
  Frequency clock;
  Bytes memory;                                        ///< HBM capacity
  Bandwidth memory_rate;                               ///< peak HBM rate
  double memory_efficiency = 0.9;                      ///< achieved over peak for streaming kernels
  std::array<FlopRate, kPrecisions> peak{};            ///< dense, by precision; zero: not supported
  std::array<double, kComputeKinds> efficiency{0.7, 0.5, 0.5, 1.0};  ///< achieved over peak, by compute kind
  Duration kernel_overhead;                            ///< device-side cost of starting one kernel in a stream
  int copy_engines = 2;
  Bytes context_memory;                                ///< CUDA context, libraries, communicator buffers
};

}  // namespace sealring::gpu
