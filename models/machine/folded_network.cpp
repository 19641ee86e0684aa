#include "models/machine/folded_network.hpp"

#include <algorithm>
#include <utility>

namespace sealring::machine {
namespace {

using fabric::Path;
using fabric::StationId;

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

WirePlan some_of_many(WirePlan whole, int kept) {
  const int hosts = whole.gpus_per_domain / whole.gpus_per_host;
  whole.domains = kept + 1;
  whole.gpus = whole.domains * whole.gpus_per_domain;
  whole.network.hosts = whole.domains * hosts;
  whole.network.hosts_per_leaf = kept * hosts;
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
  for (int domain = 0; domain < fold.kept; ++domain) {
    for (int group = 0; group < leaves_.groups; ++group) {
      const std::string prefix =
          "node" + std::to_string(domain) + (leaves_.tree ? ".tree" : ".rail" + std::to_string(group));
      up_.push_back(add(prefix + ".up", plan.stations.leaf_up));
      down_.push_back(add(prefix + ".down", plan.stations.spine_down));
    }
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

std::size_t FoldedNetwork::leaf_of(std::int32_t rank) const {
  return static_cast<std::size_t>(rank / gpus_per_domain_ * leaves_.groups + leaves_.group_of(rank));
}

Path FoldedNetwork::path(std::int32_t source, std::int32_t destination) const {
  const Path near = wires_.path(source, destination);
  const std::int32_t kept = fold_.kept * gpus_per_domain_;
  if (source >= kept || destination >= kept || source / gpus_per_domain_ == destination / gpus_per_domain_ ||
      times_above(source) == 0) {
    return near;
  }
  const std::int32_t far = kept + source % gpus_per_domain_;
  const int outwards = common_start(near, wires_.path(source, far));
  const int inwards = common_end(near, wires_.path(far, destination));
  Path path;
  for (int i = 0; i < outwards; ++i) {
    append(path, near.stations[static_cast<std::size_t>(i)]);
  }
  append(path, up_[leaf_of(source)]);
  append(path, down_[leaf_of(destination)]);
  for (int i = inwards; i > 0; --i) {
    append(path, from_end(near, i));
  }
  return path;
}

}  // namespace sealring::machine
