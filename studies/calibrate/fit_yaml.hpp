// A fit as YAML: values with units, residuals, and how well the data determine them.
#pragma once

#include <string>
#include <vector>

#include "studies/calibrate/calibrate.hpp"

namespace sealring::studies {

struct FitReport {
  std::string name;
  std::string data;    ///< the file that the measurements come from
  std::string source;  ///< who measured
  Fit fit;
  std::vector<std::string> points;  ///< names of the residuals; may be empty
};

std::string to_yaml(const std::vector<FitReport>& reports);

}  // namespace sealring::studies
