// Collects the stations of all modules and numbers them by name, so that the order of construction leaves no trace.
#pragma once

#include <string>
#include <vector>

#include "models/fabric/network.hpp"
#include "models/link/jitter.hpp"

namespace sealring::link {

/// Where a module's station went; turned into a StationId once the table is sealed.
struct StationHandle {
  std::size_t slot = 0;
};

class StationTable {
 public:
  explicit StationTable(LatencyJitter jitter = {}) : jitter_(jitter) {}

  /// Adds the instance's jitter to its latency; a pace gets the instance's own seed, from the jitter's.
  StationHandle add(fabric::StationSpec station);
  /// Numbers the stations in natural order of their names (gpu2 before gpu10). Two equal names throw std::logic_error.
  void seal();
  [[nodiscard]] fabric::StationId id(StationHandle handle) const;  ///< std::logic_error before seal()
  [[nodiscard]] const std::vector<fabric::StationSpec>& stations() const { return stations_; }  ///< by id, once sealed

 private:
  LatencyJitter jitter_;
  std::vector<fabric::StationSpec> stations_;
  std::vector<fabric::StationId> id_of_slot_;
};

}  // namespace sealring::link
