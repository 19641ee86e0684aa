#include "models/fabric/routes.hpp"

#include <stdexcept>
#include <string>

namespace sealring::fabric {

std::size_t PairTable::home(std::uint64_t key) const {
  const std::uint64_t block = (key >> 2U) * 0x9E3779B97F4A7C15ULL;  // Fibonacci hashing
  return static_cast<std::size_t>((block ^ (block >> 32U)) << 2U | (key & 3U)) & (cells_.size() - 1);
}

std::uint32_t PairTable::find(std::uint64_t key) const {
  if (cells_.empty()) {
    return kMissing;
  }
  for (std::size_t i = home(key); cells_[i].value != kMissing; i = (i + 1) & (cells_.size() - 1)) {
    if (cells_[i].key == key) {
      return cells_[i].value;
    }
  }
  return kMissing;
}

void PairTable::insert(std::uint64_t key, std::uint32_t value) {
  if (2 * (used_ + 1) > cells_.size()) {
    grow();
  }
  std::size_t i = home(key);
  while (cells_[i].value != kMissing) {
    i = (i + 1) & (cells_.size() - 1);
  }
  cells_[i] = {key, value};
  ++used_;
}

void PairTable::grow() {
  decltype(cells_) old(cells_.empty() ? 64 : 2 * cells_.size());
  old.swap(cells_);
  used_ = 0;
  for (const Cell& cell : old) {
    if (cell.value != kMissing) {
      insert(cell.key, cell.value);
    }
  }
}

namespace {

std::uint64_t pair_key(std::int32_t a, std::uint32_t b) {
  return (std::uint64_t{static_cast<std::uint32_t>(a)} << 32U) | b;
}

}  // namespace

Routes::Routes(const Network& network)
    : network_(network), recent_(static_cast<std::size_t>(network.endpoints)), lanes_in_(network.stations.size()) {}

std::uint32_t Routes::find_other(std::int32_t source, std::int32_t destination) {
  const std::uint64_t key = pair_key(source, static_cast<std::uint32_t>(destination));
  std::uint32_t pair = pair_ids_.find(key);
  if (pair == PairTable::kMissing) {
    pair = static_cast<std::uint32_t>(pairs_.size());
    pairs_.push_back({source, destination, add(source, destination), {}});
    pair_ids_.insert(key, pair);
  }
  Recent& recent = recent_[static_cast<std::size_t>(source)];
  if (recent.destination >= 0) {
    pairs_[recent.pair].sent += recent.sent;
  }
  recent = {destination, pairs_[pair].route, pair, {}};
  return recent.route;
}

std::vector<RoutePair> Routes::pairs() const {
  std::vector<RoutePair> all = pairs_;
  for (const Recent& recent : recent_) {
    if (recent.destination >= 0) {
      all[recent.pair].sent += recent.sent;
    }
  }
  return all;
}

std::uint32_t Routes::add(std::int32_t source, std::int32_t destination) {
  const Path path = network_.router->path(source, destination);
  if (path.length < 1 || path.length > kLongestPath) {
    throw std::logic_error("the path from " + std::to_string(source) + " to " + std::to_string(destination) + " has " +
                           std::to_string(path.length) + " stations");
  }
  const auto route = static_cast<std::uint32_t>(hops_.size());
  std::int32_t from = -1 - source;
  for (int i = 0; i < path.length; ++i) {
    const StationId station = path.stations[static_cast<std::size_t>(i)];
    if (station < 0 || static_cast<std::size_t>(station) >= network_.stations.size()) {
      throw std::logic_error("a path passes station " + std::to_string(station) + ", which does not exist");
    }
    const auto to = static_cast<std::uint32_t>(station);
    const bool shared = network_.stations[to].shared;
    if (i > 0) {
      hops_.back().next_is_shared = shared;
    }
    hops_.push_back(
        {to, lane(from, to), static_cast<std::uint32_t>(from), shared, i == 0, i + 1 == path.length, false});
    from = station;
  }
  return route;
}

std::uint32_t Routes::lane(std::int32_t from, std::uint32_t to) {
  const std::uint64_t key = pair_key(from, to);
  std::uint32_t id = lane_ids_.find(key);
  if (id == PairTable::kMissing) {
    check_step(from, to);
    id = static_cast<std::uint32_t>(lanes_.size());
    lanes_.push_back({from, to});
    ++lanes_in_[to];
    lane_ids_.insert(key, id);
  }
  return id;
}

void Routes::check_step(std::int32_t from, std::uint32_t to) const {
  const StationSpec& station = network_.stations[to];
  if (!station.shared && lanes_in_[to] > 0) {
    throw std::logic_error("station " + station.name + " is reached by a second upstream but not marked as shared");
  }
  // Slices could otherwise reach it at the very instant at which others are already being ordered.
  if (station.shared && station.cut_through && from >= 0 &&
      network_.stations[static_cast<std::size_t>(from)].latency.count() == 0) {
    throw std::logic_error("station " + station.name + " is shared and cuts through, so " +
                           network_.stations[static_cast<std::size_t>(from)].name + " before it needs a latency");
  }
}

}  // namespace sealring::fabric
