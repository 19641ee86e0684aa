// One builder per family; catalog.cpp lists them.
#pragma once

#include "workloads/training/model.hpp"
#include "workloads/training/shape.hpp"

namespace sealring::training {

/// Decoder with learned positions, pre-norm blocks, dropout, and an output projection tied to the token embedding.
Model build_gpt2(const Shape& shape, const ModelOptions& options);
/// Encoder with post-norm blocks and a pooler; with the pre-training heads when shape.pretraining.
Model build_bert(const Shape& shape, const ModelOptions& options);
/// Bottleneck residual net with batch norm.
Model build_resnet(const Shape& shape, const ModelOptions& options);
/// Plain 3 x 3 convolutions in five stages, then three linear layers.
Model build_vgg(const Shape& shape, const ModelOptions& options);
/// Image patches through pre-norm blocks without dropout.
Model build_vit(const Shape& shape, const ModelOptions& options);
/// Decoder with RMS norm, rotary positions, grouped keys and values, gated MLP, no biases.
Model build_llama(const Shape& shape, const ModelOptions& options);

}  // namespace sealring::training
