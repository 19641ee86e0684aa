#include "models/gpu/read_communication.hpp"

#include <string>

namespace sealring::gpu {
namespace {

ProtocolCostSpec read_protocol(config::Reader in) {
  ProtocolCostSpec spec;
  if (in.exists()) {
    in.need("step", spec.step)
        .need("channel_rate", spec.channel_rate)
        .get("hop", spec.hop)
        .get("network_hop", spec.network_hop)
        .done();
    in.positive("channel_rate", spec.channel_rate);
  }
  return spec;
}

SwitchCostSpec read_switch_cost(config::Reader in) {
  SwitchCostSpec spec;
  if (in.exists()) {
    in.need("channels", spec.channels)
        .need("step", spec.step)
        .need("channel_rate", spec.channel_rate)
        .get("hop", spec.hop)
        .get("largest_chunk_from", spec.largest_chunk_from)
        .get("network_hop", spec.network_hop)
        .done();
    in.positive("channels", spec.channels)
        .positive("largest_chunk_from", spec.largest_chunk_from)
        .positive("channel_rate", spec.channel_rate);
  }
  return spec;
}

PointToPointSpec read_point_to_point(config::Reader in) {
  PointToPointSpec spec;
  if (in.exists()) {
    in.need("channels", spec.channels)
        .need("step", spec.step)
        .get("hop", spec.hop)
        .get("hop", spec.hop)
        .need("channel_rate", spec.channel_rate)
        .done();
    in.positive("channels", spec.channels).positive("channel_rate", spec.channel_rate);
  }
  return spec;
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
        .get("nvls_least_ranks", spec.nvls_least_ranks);
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
  in.done();
  return spec;
}

}  // namespace sealring::gpu
