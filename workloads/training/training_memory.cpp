#include "workloads/training/training_memory.hpp"

#include "sim/units/text.hpp"
#include "workloads/training/optimizer.hpp"

namespace sealring::training {

namespace {

std::string refusal(const Model& model,
                    const std::vector<MemoryPart>& parts,
                    const MemoryBudget& budget,
                    std::int64_t batch) {
  std::string text = "model '" + model.name + "' with batch " + std::to_string(batch) + " needs " +
                     human_text(total(parts)) + ", the GPU has " + human_text(budget.capacity) + ":";
  for (const auto& part : parts) {
    text += "\n  " + part.name + ": " + human_text(part.bytes);
  }
  return text;
}

}  // namespace

std::vector<MemoryPart> training_memory(const Model& model,
                                        const DdpSpec& spec,
                                        const MemoryBudget& budget,
                                        std::int64_t batch) {
  const std::int64_t parameters = model.parameters();
  const ModelOptions options = spec.model_options();
  const bool copies = spec.ranks > 1 && !spec.gradient_as_bucket_view;
  const Bytes gradients(parameters * spec.gradient_bytes);
  return {{"weights", Bytes(parameters * spec.parameter_bytes)},
          {"narrow weights", Bytes(options.autocast() ? parameters * options.activation_bytes() : 0)},
          {"gradients", gradients},
          {"buckets", copies ? gradients : Bytes(0)},
          {"optimizer", optimizer_state(spec.optimizer_for(model), parameters, spec.parameter_bytes)},
          {"activations", batch * model.saved_per_sample()},
          {"activation gradient", batch * model.transient_per_sample()},
          {"context", budget.context},
          {"protected-region reserve", budget.reserve},
          {"staging", budget.staging}};
}

Bytes total(const std::vector<MemoryPart>& parts) {
  Bytes sum;
  for (const auto& part : parts) {
    sum += part.bytes;
  }
  return sum;
}

std::int64_t natural_batch(const Model& model, const DdpSpec& spec, const MemoryBudget& budget) {
  const auto fits = [&](std::int64_t batch) {
    return total(training_memory(model, spec, budget, batch)) <= budget.capacity;
  };
  if (!fits(1)) {
    throw config::BadInput(refusal(model, training_memory(model, spec, budget, 1), budget, 1));
  }
  std::int64_t batch = 1;
  while (fits(2 * batch)) {
    batch *= 2;
  }
  return batch;
}

std::int64_t chosen_batch(const Model& model, const DdpSpec& spec, const MemoryBudget& budget) {
  if (spec.batch == 0) {
    return natural_batch(model, spec, budget);
  }
  const auto parts = training_memory(model, spec, budget, spec.batch);
  if (total(parts) > budget.capacity) {
    throw config::BadInput(refusal(model, parts, budget, spec.batch));
  }
  return spec.batch;
}

}  // namespace sealring::training
