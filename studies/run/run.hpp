// Simulates one scenario. One process simulates once: SystemC elaborates once.
#pragma once

#include <stdexcept>
#include <string>

#include "sim/stats/result.hpp"
#include "studies/scenario/scenario.hpp"

namespace sealring::studies {

struct RunRequest {
  bool timeline = false;    ///< make the Chrome trace
  std::string record_file;  ///< write the program as a trace there; empty: do not
};

struct RunOutcome {
  stats::Result metrics;  ///< everything that follows from the inputs alone
  stats::Result summary;  ///< the part of it that a person reads first
  stats::Result about;    ///< wall time, memory, host, version: what may differ between two equal runs
  std::string timeline;   ///< Chrome trace, JSON
};

/// The run ended with unfinished operations; what() lists them and what each waits for. A bug (exit 4).
class Stalled : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

RunOutcome run(const Scenario& scenario, const RunRequest& request);

}  // namespace sealring::studies
