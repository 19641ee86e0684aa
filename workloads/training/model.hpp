// A model as training sees it: gradients in the order they become ready, and a table of layers with the work of each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/host/program.hpp"
#include "sim/units/units.hpp"

namespace sealring::training {

struct Tensor {
  std::string name;
  std::int64_t numel = 0;
};

/// One direction of a layer. Total traffic of a batch is fixed + batch x per_sample.
struct LayerWork {
  Flops flops_per_sample{0};  ///< a multiply-add is two
  Bytes traffic_per_sample;   ///< HBM bytes of activations and their gradients
  Bytes traffic_fixed;        ///< HBM bytes of weights and their gradients
  int launches = 0;           ///< kernels of an eager framework
};

struct Layer {
  std::string name;
  host::ComputeKind kind = host::ComputeKind::kElementwise;
  LayerWork forward;
  LayerWork backward;
  Bytes saved_per_sample;      ///< kept from forward to backward
  Bytes transient_per_sample;  ///< alive beside all saved activations while this layer's backward runs
  std::vector<int> tensors;    ///< indices into Model::tensors: gradients complete after this layer's backward
};

/// Batch-norm statistics, which rank 0 broadcasts before every forward.
struct BufferSet {
  Bytes reals;     ///< running mean and variance
  Bytes integers;  ///< batch counters
  int count = 0;   ///< tensors, both kinds together
};

struct ModelOptions {
  host::Precision precision = host::Precision::kTf32;
  int parameter_bytes = 4;       ///< with a 16-bit precision and 4 here, weights are cast on the fly (autocast)
  std::int64_t sequence = 0;     ///< tokens per sample; 0: the longest the model allows
  bool fused_attention = false;  ///< one kernel that never writes the score matrix
  [[nodiscard]] int activation_bytes() const;
  [[nodiscard]] bool autocast() const { return activation_bytes() < parameter_bytes; }
};

struct Model {
  std::string name;
  std::string family;
  std::vector<Tensor> tensors;  ///< gradient-ready order: reverse of registration, tied embeddings last
  std::vector<Layer> layers;    ///< forward order
  BufferSet buffers;
  Bytes input_per_sample;  ///< what the host copies in
  std::int64_t tokens_per_sample = 1;

  [[nodiscard]] std::int64_t parameters() const;
  [[nodiscard]] Flops forward_flops_per_sample() const;  ///< matrix products and convolutions
  [[nodiscard]] Bytes saved_per_sample() const;          ///< activations and the input batch
  [[nodiscard]] Bytes transient_per_sample() const;      ///< the largest of any layer
};

}  // namespace sealring::training
