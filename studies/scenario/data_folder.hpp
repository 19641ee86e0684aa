// Where the program finds the files it ships with: machines, model shapes, scenarios, published numbers.
#pragma once

#include <string>
#include <vector>

#include "studies/scenario/scenario.hpp"

namespace sealring::studies {

/// The folder `what` ("configs", "workloads/training/zoo") of the installed data beside the program, or of the source
/// tree it was built from. Throws std::runtime_error naming both places when neither is there.
std::string data_folder(const std::string& what);

/// A scenario by path, or by name from workloads/scenarios.
ScenarioSource scenario_source(const std::string& name_or_path, const std::vector<config::Override>& overrides);

}  // namespace sealring::studies
