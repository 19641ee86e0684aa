#include "models/gpu/read_communication.hpp"

#include <string>

namespace sealring::gpu {
namespace {

/// What a step costs, whatever takes it.
template <class Cost>
void read_step(config::Reader& in, Cost& cost) {
  in.need("step", cost.step).need("channel_rate", cost.channel_rate).get("hop", cost.hop);
  in.positive("channel_rate", cost.channel_rate);
}

template <class Cost>
void read_channels(config::Reader& in, Cost& cost) {
  in.need("channels", cost.channels);
  in.positive("channels", cost.channels);
}

ProtocolCostSpec read_protocol(config::Reader in) {
  ProtocolCostSpec spec;
  if (in.exists()) {
    read_step(in, spec);
    in.get("network_hop", spec.network_hop).get("network_step", spec.network_step).done();
  }
  return spec;
}

SwitchCostSpec read_switch_cost(config::Reader in) {
  SwitchCostSpec spec;
  if (in.exists()) {
    read_channels(in, spec);
    read_step(in, spec);
    in.get("network_hop", spec.network_hop)
        .get("per_head", spec.per_head)
        .get("tree_step", spec.tree_step)
        .get("tree_chunk", spec.tree_chunk)
        .get("largest_chunk_from", spec.largest_chunk_from)
        .done();
    in.positive("largest_chunk_from", spec.largest_chunk_from);
  }
  return spec;
}

PointToPointSpec read_point_to_point(config::Reader in) {
  PointToPointSpec spec;
  if (in.exists()) {
    read_channels(in, spec);
    read_step(in, spec);
    in.done();
  }
  return spec;
}

double read_first_copy(config::Reader in) {
  double share = 0;
  if (in.exists()) {
    in.need("first_copy", share).done();
    if (share < 0) {
      in.problem("first_copy", "a copy cannot make a step shorter");
    }
  }
  return share;
}

void read_caps(config::Reader in, std::array<Bandwidth, 3>& caps) {
  if (in.exists()) {
    in.need("one_node", caps[0]).need("two_nodes", caps[1]).need("more_nodes", caps[2]).done();
  }
}

TuningSpec read_tuning(config::Reader in) {
  TuningSpec spec;
  if (in.exists()) {
    in.need("bus", spec.bus)
        .need("ll128_ring_channel", spec.ll128_ring_channel)
        .get("nvls_bus", spec.nvls_bus)
        .get("nvls_least_ranks", spec.nvls_least_ranks)
        .get("doubled_rings", spec.doubled_rings)
        .get("tree_share", spec.tree_share);
    read_caps(in.needed_section("ll_most"), spec.ll_most);
    read_caps(in.needed_section("ll128_tree_channel"), spec.ll128_tree_channel);
    read_caps(in.needed_section("tree_channel"), spec.tree_channel);
    read_caps(in.section("nvls_tree_bus"), spec.nvls_tree_bus);
    in.done();
  }
  return spec;
}

}  // namespace

CommunicationSpec read_communication(config::Reader in) {
  CommunicationSpec spec;
  if (!in.exists()) {
    return spec;
  }
  std::string title;
  in.get("name", title).need("channels", spec.channels).need("reduce_sms", spec.reduce_sms).get("start", spec.start);
  in.positive("channels", spec.channels).positive("reduce_sms", spec.reduce_sms);
  spec.simple = read_protocol(in.needed_section("simple"));
  spec.ll = read_protocol(in.needed_section("ll"));
  spec.ll128 = read_protocol(in.needed_section("ll128"));
  spec.nvls = read_switch_cost(in.section("nvls"));
  spec.point_to_point = read_point_to_point(in.needed_section("point_to_point"));
  spec.tuning = read_tuning(in.needed_section("tuning"));
  spec.first_copy = read_first_copy(in.section("out_of_place"));
  in.done();
  return spec;
}

}  // namespace sealring::gpu
