#include "workloads/collectives/prediction.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sealring::collectives {
namespace {

using host::CollectiveKind;

constexpr std::size_t kProtocols = 3;

// Microseconds, by protocol: the tables of NCCL's tuner.
constexpr std::array<double, kProtocols> kRingBase{8.4, 6.6, 14.0};
constexpr std::array<double, kProtocols> kTreeBase{8.4, 6.8, 14.0};
constexpr std::array<double, kProtocols> kRingHop{3.4, 0.6, 1.9};
constexpr std::array<double, kProtocols> kTreeHop{4.0, 0.6, 1.25};
constexpr std::array<double, kProtocols> kRingNetworkHop{14.0, 2.7, 4.0};
constexpr std::array<double, kProtocols> kTreeNetworkHop{14.0, 5.0, 8.5};
constexpr double kNetworkPost = 1.0;
constexpr double kSwitchHop = 25.0;
constexpr double kSwitchNetworkHop = 20.9;
constexpr double kLongRingFactor = 1.4;
constexpr int kLongRingBytes = 64;  // per channel and rank

// By power of two from 64 bytes on.
constexpr int kCorrections = 23;
using Correction = std::array<double, kCorrections>;
constexpr std::array<Correction, kProtocols> kTreeCorrection{
    Correction{.9, .9, .9, .9, .9, .9, .9, .8, .7, .6, .6, .5, .5, .5, .5, .6, .7, .8, .7, .7, .8, .9, .9},
    Correction{1.0, 1.0, 1.0, 1.0, .9, .8, .7, .7, .7, .7, .6, .5, .4, .4, .5, .6, .7, .8, .9, 1.0, 1.0, 1.0, 1.0},
    Correction{1.0, 1.0, 1.0, 1.0, 1.0, .9, .8, .8, .8, .7, .6, .6, .6, .6, .6, .6, .8, .9, .9, .9, .9, 1.0, 1.0}};

std::size_t index(Protocol protocol) { return static_cast<std::size_t>(protocol); }

double seconds(double microseconds) { return microseconds * 1e-6; }

int steps(CollectiveKind kind, int n) {
  return kind == CollectiveKind::kAllReduce ? 2 * (n - 1) : kind == CollectiveKind::kBroadcast ? n : n - 1;
}

double tree_correction(Protocol protocol, Bytes bytes) {
  const double units = static_cast<double>(bytes.count()) / 64.0;
  if (units < 1) {
    return 1.0;
  }
  const auto power = static_cast<std::size_t>(std::log2(units));
  return power < kTreeCorrection[0].size() ? kTreeCorrection[index(protocol)][power] : 1.0;
}

}  // namespace

std::size_t Prediction::scale() const { return shape_.nodes() == 1 ? 0 : shape_.nodes() == 2 ? 1 : 2; }

double Prediction::bus(Protocol protocol, const std::string& algorithm) const {
  const gpu::TuningSpec& t = spec_.tuning;
  const double channels = channels_.searched;
  const double whole = channels_.bus.count();
  const double ll_most = t.ll_most[scale()].count();
  if (algorithm == "ring") {
    switch (protocol) {
      case Protocol::kSimple: return whole;
      case Protocol::kLl: return std::min(ll_most, whole * 0.5);
      case Protocol::kLl128: return std::min(whole * 0.92, channels * t.ll128_ring_channel.count());
    }
  }
  const double tree = std::min(whole * 0.92, channels * t.tree_channel[scale()].count());
  // Over several nodes, one GPU of a node does all of a tree's traffic.
  const double share = shape_.nodes() == 1 ? 1 : t.tree_share;
  switch (protocol) {
    case Protocol::kSimple: break;
    case Protocol::kLl: return share * std::min(tree / 3.8, ll_most);
    case Protocol::kLl128:
      return share * std::min(tree * (shape_.nodes() == 1 ? 7.0 / 9.0 : 120.0 / 128.0),
                              channels * t.ll128_tree_channel[scale()].count());
  }
  return share * tree;
}

double Prediction::ring_seconds(const host::CollectiveSpec& collective, Protocol protocol) const {
  const int n = shape_.ranks;
  const int hops = steps(collective.kind, n);
  const int network = shape_.nodes() == 1 ? 0 : steps(collective.kind, shape_.nodes());
  const double post = shape_.nodes() == 1 ? 0 : kNetworkPost * (protocol == Protocol::kSimple ? 3 : 1);
  // One GPU of a node receives and sends through the same adapter.
  const auto& network_hop = shape_.domain == 1 ? kTreeNetworkHop : kRingNetworkHop;
  double latency = kRingBase[index(protocol)] + (hops - network) * std::max(kRingHop[index(protocol)], post) +
                   network * network_hop[index(protocol)];
  const auto bytes = static_cast<double>(collective.bytes.count());
  const bool is_long = bytes / channels_.open / n >= kLongRingBytes;
  if (protocol == Protocol::kSimple && shape_.nodes() > 1 && collective.kind == CollectiveKind::kAllReduce && is_long) {
    latency *= kLongRingFactor;
  }
  const double share = static_cast<double>(n) / hops;
  return seconds(latency) + bytes / (bus(protocol, "ring") * share);
}

double Prediction::tree_seconds(const host::CollectiveSpec& collective, Protocol protocol) const {
  const double inside = shape_.domain - 1;
  const double latency =
      kTreeBase[index(protocol)] + 2 * (inside * kTreeHop[index(protocol)] +
                                        std::floor(std::log2(shape_.nodes())) * kTreeNetworkHop[index(protocol)]);
  const double rate = bus(protocol, "tree") * 0.5 * tree_correction(protocol, collective.bytes);
  return seconds(latency) + static_cast<double>(collective.bytes.count()) / rate;
}

double Prediction::switch_seconds(const host::CollectiveSpec& collective) const {
  const double n = shape_.ranks;
  const double nodes = shape_.nodes();
  const double latency = kSwitchHop + 2 * std::floor(std::log2(nodes)) * kSwitchNetworkHop;
  // Between two nodes the adapters carry half of the bytes up the tree and half down.
  const double across = channels_.bus.count() * (nodes == 2 ? 2 : 1);
  const double whole =
      nodes == 1 ? spec_.tuning.nvls_bus.count() : std::min(across, spec_.tuning.nvls_tree_bus[scale()].count());
  return seconds(latency) + static_cast<double>(collective.bytes.count()) / (whole * n / (2 * (n - 1)));
}

bool Prediction::considers_switches() const {
  return shape_.switches_lack.empty() && spec_.nvls.channels > 0 && shape_.ranks % shape_.domain == 0 &&
         shape_.domain >= spec_.tuning.nvls_least_ranks;
}

std::optional<Duration> Prediction::time(const host::CollectiveSpec& collective,
                                         const std::string& algorithm,
                                         Protocol protocol) const {
  const bool reduces = collective.kind == CollectiveKind::kAllReduce;
  double predicted = -1;
  if (algorithm == "ring") {
    predicted = ring_seconds(collective, protocol);
  } else if (algorithm == "tree" && reduces) {
    predicted = tree_seconds(collective, protocol);
  } else if (algorithm == (shape_.nodes() == 1 ? "nvls" : "nvls_tree") && reduces && protocol == Protocol::kSimple &&
             considers_switches()) {
    predicted = switch_seconds(collective);
  }
  return predicted < 0 ? std::nullopt : std::optional<Duration>(duration_from_seconds(predicted));
}

}  // namespace sealring::collectives
