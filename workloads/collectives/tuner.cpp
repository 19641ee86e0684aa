#include "workloads/collectives/tuner.hpp"

#include <algorithm>

#include <climits>

#include "workloads/collectives/catalog.hpp"

namespace sealring::collectives {
namespace {

using host::CollectiveKind;

std::int64_t parts(Bytes whole, std::int64_t largest) {
  const std::int64_t count = (whole.count() + largest - 1) / largest;
  return std::clamp<std::int64_t>(count, 1, INT_MAX / 4);
}

int log2_floor(int n) {
  int power = 0;
  while ((n >>= 1) > 0) {
    ++power;
  }
  return power;
}

/// All, Simple first, or the one that is asked for.
std::vector<Protocol> protocols_for(const host::CollectiveSpec& collective) {
  std::vector<Protocol> candidates;
  for (const ProtocolRow& row : protocols()) {
    if (collective.protocol == kAuto || collective.protocol == row.name) {
      candidates.push_back(row.protocol);
    }
  }
  return candidates;
}

/// A channel is given up as long as the threads of all of them would have too little to do.
int used_channels(Bytes bytes, int channels, std::int64_t worthwhile) {
  while (channels > 1 && bytes.count() < channels * worthwhile) {
    --channels;
  }
  return channels;
}

}  // namespace

const gpu::ProtocolCostSpec& Tuner::cost_of(Protocol protocol) const {
  return protocol == Protocol::kSimple ? spec_.simple : protocol == Protocol::kLl ? spec_.ll : spec_.ll128;
}

void Tuner::cost(const gpu::ProtocolCostSpec& protocol, Schedule& schedule) const {
  schedule.step = protocol.step;
  schedule.lane_rate = protocol.channel_rate;
  schedule.hop = protocol.hop;
  schedule.network_hop = protocol.network_hop;
  schedule.network_step = protocol.network_step;
}

Schedule Tuner::staged(const host::CollectiveSpec& collective) const {
  Schedule schedule;
  schedule.algorithm = collective.algorithm == kAuto ? "ring" : collective.algorithm;
  if (point_to_point(collective.kind)) {
    schedule.algorithm = collective.kind == CollectiveKind::kAllToAll ? "direct" : "send_recv";
  }
  schedule.channels = std::max(1, prescribed_.lanes);
  schedule.pieces = std::max(1, prescribed_.pieces);
  measure(collective, schedule);
  return schedule;
}

Tuner::Choice Tuner::choose(const host::CollectiveSpec& collective) const {
  static const std::vector<std::string> considered{"ring", "tree", "nvls", "nvls_tree"};
  const std::vector<Protocol> candidates = protocols_for(collective);
  Choice best{collective.algorithm == kAuto ? "ring" : collective.algorithm, candidates.front()};
  std::optional<Duration> least;
  for (const std::string& algorithm : considered) {
    if (collective.algorithm != kAuto && collective.algorithm != algorithm) {
      continue;
    }
    for (const Protocol protocol : candidates) {
      const std::optional<Duration> time = Prediction(spec_, shape_).time(collective, algorithm, protocol);
      if (time && (!least || *time < *least)) {
        least = time;
        best = {algorithm, protocol};
      }
    }
  }
  return best;
}

Schedule Tuner::schedule(const host::CollectiveSpec& collective) const {
  if (prescribed_.staged) {
    return staged(collective);
  }
  Schedule schedule;
  Choice choice = choose(collective);
  constexpr Bytes kMostLl = kibibytes(16);
  if (point_to_point(collective.kind)) {
    choice.algorithm = collective.kind == CollectiveKind::kAllToAll ? "direct" : "send_recv";
    const Bytes each(collective.bytes.count() / (collective.kind == CollectiveKind::kAllToAll ? shape_.ranks : 1));
    const bool prefers_ll = collective.protocol == kAuto ? each <= kMostLl : choice.protocol == Protocol::kLl;
    choice.protocol = prefers_ll ? Protocol::kLl : Protocol::kSimple;
  }
  const ProtocolRow& protocol = row_of(choice.protocol);
  schedule.algorithm = choice.algorithm;
  schedule.protocol = protocol.name;
  schedule.wire_per_payload = protocol.wire_per_payload;
  schedule.pass = protocol.pass;
  schedule.start = spec_.start;
  schedule.first_copy = collective.in_place ? 0 : spec_.first_copy;
  cost(cost_of(choice.protocol), schedule);
  if (by_switches(choice.algorithm)) {
    cut_switch(collective, schedule);
  } else if (point_to_point(collective.kind)) {
    cut_point_to_point(collective, protocol, schedule);
  } else if (choice.algorithm == "tree") {
    cut_tree(collective, protocol, schedule);
  } else {
    cut_ring(collective, protocol, schedule);
  }
  if (prescribed_.lanes > 0) {
    schedule.channels = prescribed_.lanes;
  }
  if (prescribed_.pieces > 0) {
    schedule.pieces = prescribed_.pieces;
  }
  schedule.sms = schedule.channels;
  measure(collective, schedule);
  return schedule;
}

void Tuner::measure(const host::CollectiveSpec& collective, Schedule& schedule) const {
  const bool whole = collective.kind == CollectiveKind::kBroadcast || collective.kind == CollectiveKind::kSendRecv ||
                     schedule.algorithm == "tree";
  const bool within_domains = by_switches(schedule.algorithm) || schedule.algorithm == "hierarchical";
  const double parts_of_a_step = whole ? 1 : within_domains ? shape_.domain : shape_.ranks;
  const double share = static_cast<double>(collective.bytes.count()) / parts_of_a_step / schedule.channels /
                       schedule.pieces / schedule.slices;
  schedule.message = Bytes(static_cast<std::int64_t>(share * schedule.wire_per_payload) + 1);
}

void Tuner::cut_ring(const host::CollectiveSpec& collective, const ProtocolRow& protocol, Schedule& schedule) const {
  const bool chain = collective.kind == CollectiveKind::kBroadcast;
  const std::int64_t ranks = chain ? 1 : shape_.ranks;
  const std::int64_t ring = protocol.protocol == Protocol::kLl ? shape_.ranks : 1;
  const std::int64_t per_thread = protocol.thread_bytes * ring;
  schedule.channels = used_channels(collective.bytes, channels_.open, per_thread * protocol.threads);
  const int chunk_steps = chain ? 1 : protocol.ring_chunk_steps;
  const int slice_steps = chain ? 1 : protocol.ring_slice_steps;
  const Bytes share(collective.bytes.count() / schedule.channels);
  schedule.pieces = static_cast<int>(parts(share, protocol.step.count() * chunk_steps * ranks));
  const Bytes chunk(share.count() / schedule.pieces / ranks);
  const std::int64_t slice = std::max(protocol.least_slice.count(), protocol.step.count() * slice_steps / 32);
  const std::int64_t most = chunk_steps / slice_steps;
  schedule.slices = static_cast<int>(std::clamp<std::int64_t>((chunk.count() + slice - 1) / slice, 1, most));
  schedule.window = kStepsPerBuffer / slice_steps;
}

// Under LL128 the chunk is halved until the pieces fill the tree. Source: NCCL's rules for trees, from 2.20 on: before,
// Simple had such a rule too.
void Tuner::cut_tree(const host::CollectiveSpec& collective, const ProtocolRow& protocol, Schedule& schedule) const {
  const std::int64_t per_thread = protocol.thread_bytes;
  schedule.channels = used_channels(collective.bytes, channels_.open, per_thread * protocol.threads);
  const double share = static_cast<double>(collective.bytes.count()) / schedule.channels;
  const double nodes = log2_floor(shape_.nodes());
  std::int64_t chunk = protocol.step.count();
  const auto halve = [&](double least_pieces, std::int64_t least_chunk) {
    while (share / static_cast<double>(chunk) < least_pieces && chunk > least_chunk) {
      chunk /= 2;
    }
  };
  if (protocol.protocol == Protocol::kLl128) {
    const double depth = 1 + nodes + 0.1 * shape_.domain;
    halve(depth * 64 / shape_.domain, kibibytes(128).count());
    halve(depth * 16 / shape_.domain, kibibytes(32).count());
  }
  schedule.pieces = static_cast<int>(parts(Bytes(static_cast<std::int64_t>(share)), chunk));
  schedule.slices = 1;
  schedule.window = kStepsPerBuffer;
}

Bytes Tuner::largest_tree_chunk() const {
  constexpr int kManyDomains = 4;
  if (spec_.nvls.tree_chunk > Bytes(0)) {
    return spec_.nvls.tree_chunk;
  }
  return shape_.nodes() < kManyDomains ? kibibytes(128) : kibibytes(64);
}

// Chunks of a head shrink when there are too few of them to hide the pipeline's ends. Source: NCCL's rules for NVLS and
// NVLSTree.
void Tuner::cut_switch(const host::CollectiveSpec& collective, Schedule& schedule) const {
  struct Rule {
    double fewer_than;  ///< chunks per channel and head
    Bytes chunk;        ///< what larger ones become
  };
  const std::vector<Rule> one_domain{
      {static_cast<double>(spec_.nvls.largest_chunk_from), kibibytes(64)}, {8, kibibytes(32)}, {2, kibibytes(16)}};
  static const std::vector<Rule> several_domains{
      {32, kibibytes(256)}, {16, kibibytes(128)}, {4, kibibytes(64)}, {1, kibibytes(32)}};
  schedule.channels = spec_.nvls.channels;
  const double heads = shape_.domain;
  const double share = static_cast<double>(collective.bytes.count()) / (schedule.channels * heads);
  const bool one = shape_.nodes() == 1;
  Bytes chunk = one ? kibibytes(128) : largest_tree_chunk();
  for (const Rule& rule : one ? one_domain : several_domains) {
    if (share < rule.fewer_than * static_cast<double>(chunk.count())) {
      chunk = std::min(chunk, rule.chunk);
    }
  }
  schedule.pieces = static_cast<int>(parts(Bytes(static_cast<std::int64_t>(share)), chunk.count()));
  schedule.window = kStepsPerBuffer;
  const bool joined = !one && spec_.nvls.tree_step > Duration();
  schedule.step = (joined ? spec_.nvls.tree_step : spec_.nvls.step) + scaled(spec_.nvls.per_head, heads);
  schedule.lane_rate = spec_.nvls.channel_rate * (1.0 / heads);
  schedule.head_step = spec_.nvls.step;
  schedule.head_rate = spec_.nvls.channel_rate;
  schedule.hop = spec_.nvls.hop;
  schedule.network_hop = spec_.nvls.network_hop;
}

// A peer's channels double while each carries much; chunks are short where any peer is reached over PCIe or the
// network. Source: NCCL's rules for send and receive, as logs show them.
void Tuner::cut_point_to_point(const host::CollectiveSpec& collective,
                               const ProtocolRow& protocol,
                               Schedule& schedule) const {
  constexpr std::int64_t kWorthAnother = std::int64_t{16} << 20;
  constexpr std::int64_t kWorthSeveral = 1024;
  const int peers = collective.kind == CollectiveKind::kAllToAll ? shape_.ranks : 1;
  const std::int64_t each = collective.bytes.count() / peers;
  int power = 1;
  while (power < shape_.ranks) {
    power *= 2;
  }
  int channels = std::max(1, spec_.point_to_point.channels / power);
  while (channels < spec_.point_to_point.channels && each > channels * kWorthAnother) {
    channels *= 2;
  }
  schedule.channels = each < kWorthSeveral ? 1 : channels;
  const bool links_only = shape_.nodes() == 1 && shape_.linked;
  const Bytes chunk = links_only ? protocol.step : std::min(protocol.step, kibibytes(128));
  schedule.pieces = static_cast<int>(parts(Bytes(each / schedule.channels), chunk.count()));
  schedule.window = kStepsPerBuffer;
  if (protocol.protocol == Protocol::kSimple) {
    schedule.step = spec_.point_to_point.step;
    schedule.hop = spec_.point_to_point.hop;
    schedule.lane_rate = spec_.point_to_point.channel_rate;
  }
}

bool by_switches(const std::string& algorithm) { return algorithm == "nvls" || algorithm == "nvls_tree"; }

bool point_to_point(CollectiveKind kind) {
  return kind == CollectiveKind::kAllToAll || kind == CollectiveKind::kSendRecv;
}

std::vector<std::string> algorithm_choices() {
  std::vector<std::string> names = algorithm_names();
  names.insert(names.begin(), kAuto);
  return names;
}

std::vector<std::string> protocol_choices() {
  std::vector<std::string> names = protocol_names();
  names.insert(names.begin(), kAuto);
  return names;
}

}  // namespace sealring::collectives
