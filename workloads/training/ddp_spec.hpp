// Options of a data-parallel training job.
#pragma once

#include <optional>
#include <string>

#include "sim/config/reader.hpp"
#include "workloads/training/catalog.hpp"
#include "workloads/training/model.hpp"

namespace sealring::training {

struct DdpSpec {
  std::string model;       ///< name of a file of the zoo
  int ranks = 4;           ///< 1: plain training without buckets
  std::int64_t batch = 0;  ///< samples per rank; 0: the natural batch
  host::Precision precision = host::Precision::kTf32;
  int parameter_bytes = 4;          ///< 2: the parameters themselves are 16 bit
  int gradient_bytes = 4;           ///< per parameter; 32 bit even under autocast
  std::optional<Bytes> bucket_cap;  ///< absent: left at its default, with a first bucket of 1 MiB
  bool gradient_as_bucket_view = false;
  bool overlap = true;  ///< false: all-reduces start after the last backward kernel
  bool broadcast_buffers = true;
  Optimizer optimizer = Optimizer::kFamilyDefault;
  std::int64_t sequence = 0;  ///< tokens per sample; 0: the model's longest
  bool fused_attention = false;
  std::string algorithm = "auto";
  int iterations = 1;        ///< from the scenario
  bool synchronize = false;  ///< the host waits for the GPU after each iteration
  Duration host_time;        ///< host time per iteration outside the driver (input pipeline, logging)
  [[nodiscard]] ModelOptions model_options() const { return {precision, parameter_bytes, sequence, fused_attention}; }
  [[nodiscard]] Optimizer optimizer_for(const Model& trained) const;
};

DdpSpec read_ddp(config::Reader in);

}  // namespace sealring::training
