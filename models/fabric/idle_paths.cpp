// Profiles of idle paths, each computed once.
#include <map>
#include <tuple>
#include <utility>

#include "models/fabric/idle_path.hpp"

namespace sealring::fabric {
namespace {

auto numbers(const StationSpec& s) {
  return std::tuple(s.rate.count(),
                    s.per_slice.count(),
                    s.latency.count(),
                    s.framing.packet_payload.count(),
                    s.framing.packet_overhead.count(),
                    s.far_slots,
                    s.credit_latency.count(),
                    s.cut_through);
}

}  // namespace

IdlePaths::IdlePaths(const Network& network) : network_(network) {
  std::map<decltype(numbers(std::declval<const StationSpec&>())), std::uint32_t> kinds;
  for (const StationSpec& station : network.stations) {
    kind_.push_back(kinds.emplace(numbers(station), static_cast<std::uint32_t>(kinds.size())).first->second);
  }
}

std::uint32_t IdlePaths::shape(const Routes& routes, std::uint32_t route) {
  constexpr std::uint32_t kUnknown = PairTable::kMissing;
  if (shape_of_route_.size() <= route) {
    shape_of_route_.resize(routes.hops(), kUnknown);
  }
  std::uint32_t& id = shape_of_route_[route];
  if (id == kUnknown) {
    std::vector<std::uint32_t> kinds;
    std::uint32_t hop = route;
    do {
      kinds.push_back(kind_[routes.hop(hop).station]);
    } while (!routes.hop(hop++).last);
    id = shapes_.emplace(std::move(kinds), static_cast<std::uint32_t>(shapes_.size())).first->second;
    profiles_.resize(shapes_.size());
    recent_.resize(shapes_.size());
  }
  return id;
}

const IdleProfile& IdlePaths::profile(const Routes& routes, std::uint32_t route, Bytes payload) {
  const std::uint32_t id = shape(routes, route);
  Recent& recent = recent_[id][payload == Bytes(0) ? 0 : 1];
  if (recent.profile == nullptr || recent.payload != payload) {
    recent = {payload, &find(routes, route, id, payload)};
  }
  return *recent.profile;
}

const IdleProfile& IdlePaths::find(const Routes& routes, std::uint32_t route, std::uint32_t shape, Bytes payload) {
  const auto found = profiles_[shape].find(payload.count());
  if (found != profiles_[shape].end()) {
    return found->second;
  }
  std::vector<const StationSpec*> path;
  std::uint32_t hop = route;
  do {
    path.push_back(&network_.stations[routes.hop(hop).station]);
  } while (!routes.hop(hop++).last);
  return profiles_[shape].emplace(payload.count(), idle_profile(path, payload, network_.slice)).first->second;
}

}  // namespace sealring::fabric
