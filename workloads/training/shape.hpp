// The numbers that make a model of a known family: what zoo/*.yaml holds. No weights, no times.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/config/reader.hpp"

namespace sealring::training {

/// Which fields count depends on the family; its row in the catalogue names them.
struct Shape {
  std::string name;
  std::string family;             ///< row of the catalogue: gpt2, bert, resnet ...
  std::int64_t hidden = 0;        ///< width of the residual stream
  std::int64_t layers = 0;        ///< transformer blocks
  std::int64_t heads = 0;         ///< attention heads
  std::int64_t kv_heads = 0;      ///< key/value heads of grouped-query attention
  std::int64_t feed_forward = 0;  ///< inner width of the MLP
  std::int64_t vocabulary = 0;
  std::int64_t context = 0;  ///< longest sequence, and the default one
  std::int64_t image = 0;    ///< edge of the square input image, pixels
  std::int64_t patch = 0;    ///< edge of a patch, pixels
  std::int64_t classes = 0;
  std::vector<int> blocks;   ///< residual blocks, or convolutions, of each stage
  bool pretraining = false;  ///< with the heads of pre-training and their tied decoder
};

/// Reads one file of the zoo: name, family, and exactly the fields that the family needs.
Shape read_shape(config::Reader in);

/// Reads ZOO/NAME.yaml. An unknown name is a problem that lists the known ones.
Shape load_shape(const std::string& zoo_directory, const std::string& name, config::Report& report);

/// Names of the models in a zoo, sorted.
std::vector<std::string> zoo_names(const std::string& zoo_directory);

}  // namespace sealring::training
