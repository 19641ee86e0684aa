// Models of the zoo for tests.
#pragma once

#include <string>
#include <vector>

#include "workloads/training/catalog.hpp"
#include "workloads/training/training_memory.hpp"

namespace sealring::test {

/// Fails the test when the zoo has a problem.
training::Model zoo_model(const std::string& name, const training::ModelOptions& options = {});

/// A job on 4 ranks with everything else at its default.
training::DdpSpec job(const std::string& model);

/// A tiny made-up net: one stage of bottlenecks would hide the arithmetic, so two linear layers are given directly.
training::Model two_layers();

/// 80 GiB and a round figure for the driver context.
inline training::MemoryBudget eighty_gib() { return {gibibytes(80), Bytes(1'500'000'000), Bytes(0), Bytes(0)}; }

}  // namespace sealring::test
