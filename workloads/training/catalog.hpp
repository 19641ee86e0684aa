// The families of models, and how a shape becomes a model.
#pragma once

#include <string>
#include <vector>

#include "workloads/training/model.hpp"
#include "workloads/training/shape.hpp"

namespace sealring::training {

/// kAdamW and kSgd are the multi-tensor implementations, the framework's default; kAdamWFused does one pass.
enum class Optimizer { kFamilyDefault, kAdamW, kSgd, kAdamWFused };

struct Family {
  std::string name;
  std::string summary;
  std::vector<std::string> needs;  ///< keys of a shape, besides name and family
  Optimizer optimizer;             ///< what the family is usually trained with
  Model (*build)(const Shape& shape, const ModelOptions& options);
};

const std::vector<Family>& families();
std::vector<std::string> family_names();
/// Throws config::BadInput naming the known families.
const Family& family(const std::string& name);

/// Throws config::BadInput when options.sequence does not suit the model.
Model build_model(const Shape& shape, const ModelOptions& options);

}  // namespace sealring::training
