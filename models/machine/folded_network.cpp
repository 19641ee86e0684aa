#include "models/machine/folded_network.hpp"

#include <algorithm>
#include <utility>

namespace sealring::machine {
namespace {

using fabric::Path;
using fabric::StationId;

// Endpoints of one_of_many(), beside the first domain: one under its leaf, one under another.
constexpr int kNear = 1;
constexpr int kFar = 2;
constexpr int kKept = 3;

int common_start(const Path& a, const Path& b) {
  int length = 0;
  while (length < std::min(a.length, b.length) &&
         a.stations[static_cast<std::size_t>(length)] == b.stations[static_cast<std::size_t>(length)]) {
    ++length;
  }
  return length;
}

StationId from_end(const Path& path, int index) { return path.stations[static_cast<std::size_t>(path.length - index)]; }

int common_end(const Path& a, const Path& b) {
  int length = 0;
  while (length < std::min(a.length, b.length) && from_end(a, length + 1) == from_end(b, length + 1)) {
    ++length;
  }
  return length;
}

void append(Path& path, StationId station) { path.stations.at(static_cast<std::size_t>(path.length++)) = station; }

}  // namespace

WirePlan one_of_many(WirePlan whole) {
  const int hosts = whole.gpus_per_domain / whole.gpus_per_host;
  whole.domains = kKept;
  whole.gpus = kKept * whole.gpus_per_domain;
  whole.network.hosts = kKept * hosts;
  whole.network.hosts_per_leaf = kFar * hosts;
  whole.network.leaves_per_group = 2;
  whole.network.routing = Routing::kAdaptive;
  return whole;
}

FoldedNetwork::FoldedNetwork(const fabric::Network& network, const WirePlan& plan, const Fold& fold)
    : wires_(*network.router),
      gpus_per_domain_(plan.gpus_per_domain),
      leaves_(plan.network),
      fold_(fold),
      network_(network),
      first_above_(static_cast<StationId>(network.stations.size())) {
  network_.router = this;
  for (int group = 0; group < leaves_.groups; ++group) {
    const std::string prefix = leaves_.tree ? "tree" : "rail" + std::to_string(group);
    up_.push_back(add(prefix + ".up", plan.stations.leaf_up));
    down_.push_back(add(prefix + ".down", plan.stations.spine_down));
  }
}

StationId FoldedNetwork::add(const std::string& name, fabric::StationSpec like) {
  like.name = name;
  like.zone = fabric::Zone::kScaleOut;
  like.latency = scaled(like.latency, fold_.spine_share);
  like.credit_latency = scaled(like.credit_latency, fold_.spine_share);
  network_.stations.push_back(std::move(like));
  return static_cast<StationId>(network_.stations.size()) - 1;
}

Path FoldedNetwork::path(std::int32_t source, std::int32_t destination) const {
  if (source != destination || source >= gpus_per_domain_) {
    return wires_.path(source, destination);
  }
  const std::int32_t near = kNear * gpus_per_domain_ + source;
  const std::int32_t far = kFar * gpus_per_domain_ + source;
  const Path out = wires_.path(source, near);
  const Path in = wires_.path(near, source);
  const int outwards = common_start(out, wires_.path(source, far));
  const int inwards = common_end(in, wires_.path(far, source));
  Path path;
  for (int i = 0; i < outwards; ++i) {
    append(path, out.stations[static_cast<std::size_t>(i)]);
  }
  if (times_above(source) > 0) {
    const auto group = static_cast<std::size_t>(leaves_.group_of(source));
    append(path, up_[group]);
    append(path, down_[group]);
  }
  for (int i = inwards; i > 0; --i) {
    append(path, from_end(in, i));
  }
  return path;
}

}  // namespace sealring::machine
