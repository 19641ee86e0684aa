#include "models/link/station_table.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "models/fabric/seeded.hpp"
#include "sim/stats/group.hpp"

namespace sealring::link {
StationHandle StationTable::add(fabric::StationSpec station) {
  if (!id_of_slot_.empty()) {
    throw std::logic_error("a station was added after the table was sealed: " + station.name);
  }
  station.latency += jitter_.of(station.name);
  if (station.pace.spread > 0) {
    station.pace.seed = fabric::seed_of(jitter_.seed, station.name);
  }
  stations_.push_back(std::move(station));
  return {stations_.size() - 1};
}

void StationTable::seal() {
  std::vector<std::size_t> order(stations_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return stats::natural_less(stations_[a].name, stations_[b].name);
  });

  std::vector<fabric::StationSpec> sorted;
  id_of_slot_.assign(stations_.size(), 0);
  for (const std::size_t slot : order) {
    if (!sorted.empty() && sorted.back().name == stations_[slot].name) {
      throw std::logic_error("two stations are called " + sorted.back().name);
    }
    id_of_slot_[slot] = static_cast<fabric::StationId>(sorted.size());
    sorted.push_back(stations_[slot]);
  }
  stations_ = std::move(sorted);
}

fabric::StationId StationTable::id(StationHandle handle) const {
  if (id_of_slot_.empty()) {
    throw std::logic_error("a path was asked for before the station table was sealed");
  }
  return id_of_slot_[handle.slot];
}

}  // namespace sealring::link
