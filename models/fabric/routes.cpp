#include "models/fabric/routes.hpp"

#include <stdexcept>
#include <string>

namespace sealring::fabric {

Routes::Routes(const Network& network)
    : network_(network),
      recent_(static_cast<std::size_t>(network.endpoints)),
      pair_ids_(recent_.size()),
      lane_ids_(recent_.size() + network.stations.size()) {
  if (network.stations.size() > HopCell::kMostStations) {
    throw std::invalid_argument(std::to_string(network.stations.size()) + " stations, of which a route can name " +
                                std::to_string(HopCell::kMostStations));
  }
  std::uint32_t shared = 0;
  for (const StationSpec& station : network.stations) {
    upstream_.push_back({station.shared ? shared++ : kNone, kNone, 0});
  }
}

void Routes::turn(Recent& recent, std::int32_t source, std::int32_t destination) {
  const std::uint32_t pair = find_pair(source, destination);
  if (recent.destination >= 0) {
    pairs_[recent.pair].sent += recent.sent;
  }
  recent = {destination, pair, pairs_[pair].first, pairs_[pair].route, {}};
}

std::uint32_t Routes::find_pair(std::int32_t source, std::int32_t destination) {
  const auto row = static_cast<std::size_t>(source);
  const auto column = static_cast<std::uint32_t>(destination);
  std::uint32_t pair = pair_ids_.find(row, column);
  if (pair == PairTable::kMissing) {
    const auto first = static_cast<std::uint32_t>(path(source, destination).stations[0]);
    pair = pairs_.add();
    pairs_[pair] = {source, destination, first, kNone, {}};
    pair_ids_.insert(row, column, pair);
  }
  return pair;
}

std::vector<RoutePair> Routes::pairs() const {
  std::vector<RoutePair> all;
  all.reserve(pairs_.size());
  for (std::uint32_t pair = 0; pair < pairs_.size(); ++pair) {
    all.push_back(pairs_[pair]);
  }
  for (const Recent& recent : recent_) {
    if (recent.destination >= 0) {
      all[recent.pair].sent += recent.sent;
    }
  }
  return all;
}

Path Routes::path(std::int32_t source, std::int32_t destination) const {
  const Path path = network_.router->path(source, destination);
  if (path.length < 1 || path.length > kLongestPath) {
    throw std::logic_error("the path from " + std::to_string(source) + " to " + std::to_string(destination) + " has " +
                           std::to_string(path.length) + " stations");
  }
  for (int i = 0; i < path.length; ++i) {
    const StationId station = path.stations[static_cast<std::size_t>(i)];
    if (station < 0 || static_cast<std::size_t>(station) >= network_.stations.size()) {
      throw std::logic_error("a path passes station " + std::to_string(station) + ", which does not exist");
    }
  }
  return path;
}

std::uint32_t Routes::add(std::uint32_t pair) {
  RoutePair& ends = pairs_[pair];
  const Path path = this->path(ends.source, ends.destination);
  const auto route = static_cast<std::uint32_t>(hops_.size());
  std::int32_t from = -1 - ends.source;
  for (int i = 0; i < path.length; ++i) {
    const bool last = i + 1 == path.length;
    const StationId station = path.stations[static_cast<std::size_t>(i)];
    const bool next_is_shared = !last && shared(path.stations[static_cast<std::size_t>(i) + 1]);
    const auto to = static_cast<std::uint32_t>(station);
    hops_.emplace_back(Hop{to, lane(from, to), shared(station), i == 0, last, next_is_shared});
    from = station;
  }
  ends.route = route;
  Recent& recent = recent_[static_cast<std::size_t>(ends.source)];
  if (recent.destination == ends.destination) {
    recent.route = route;
  }
  return route;
}

std::uint32_t Routes::lane(std::int32_t from, std::uint32_t to) {
  const std::uint32_t number = upstream_[to].number;
  if (number == kNone) {
    return only_lane(from, to);
  }
  std::uint32_t id = lane_ids_.find(row(from), number);
  if (id == PairTable::kMissing) {
    check_latency(from, to);
    id = add_lane(from, to);
    lane_ids_.insert(row(from), number, id);
  }
  return id;
}

std::uint32_t Routes::only_lane(std::int32_t from, std::uint32_t to) {
  Upstream& upstream = upstream_[to];
  if (upstream.lane == kNone) {
    upstream.lane = add_lane(from, to);
    upstream.from = from;
  } else if (upstream.from != from) {
    throw std::logic_error("station " + network_.stations[to].name +
                           " is reached by a second upstream but not marked as shared");
  }
  return upstream.lane;
}

std::uint32_t Routes::add_lane(std::int32_t from, std::uint32_t to) {
  const std::uint32_t id = lanes_.add();
  lanes_[id] = {from, to};
  return id;
}

/// Slices could otherwise reach a shared station at the very instant at which others are already being ordered.
void Routes::check_latency(std::int32_t from, std::uint32_t to) const {
  const StationSpec& station = network_.stations[to];
  if (station.cut_through && from >= 0 && network_.stations[static_cast<std::size_t>(from)].latency.count() == 0) {
    throw std::logic_error("station " + station.name + " is shared and cuts through, so " +
                           network_.stations[static_cast<std::size_t>(from)].name + " before it needs a latency");
  }
}

}  // namespace sealring::fabric
