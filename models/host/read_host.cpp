#include "models/host/read_host.hpp"

namespace sealring::host {
namespace {

CpuSpec read_cpu(config::Reader in) {
  CpuSpec spec;
  if (in.exists()) {
    in.need("name", spec.name)
        .need("cores", spec.cores)
        .get("sockets", spec.sockets)
        .need("memory_rate", spec.memory_rate)
        .get("aes_gcm_per_core", spec.aes_gcm_per_core)
        .get("peer_share", spec.peer_share)
        .get("peer_latency", spec.peer_latency)
        .done();
    in.positive("cores", spec.cores).at_most("cores", spec.cores, 4096);
    in.positive("sockets", spec.sockets).at_most("sockets", spec.sockets, 64);
    in.positive("memory_rate", spec.memory_rate);
    in.positive("peer_share", spec.peer_share).at_most("peer_share", spec.peer_share, 1.0);
    in.positive("peer_latency", spec.peer_latency);
  }
  return spec;
}

DriverSpec read_driver(config::Reader in) {
  DriverSpec spec;
  if (!in.exists()) {
    return spec;
  }
  in.need("launch_api", spec.launch_api)
      .need("launch_latency", spec.launch_latency)
      .need("graph_launch_api", spec.graph_launch_api)
      .need("graph_node_overhead", spec.graph_node_overhead)
      .need("synchronize_api", spec.synchronize_api)
      .need("copy_api", spec.copy_api)
      .need("copy_latency", spec.copy_latency)
      .get("launch_queue", spec.launch_queue)
      .done();
  in.positive("launch_queue", spec.launch_queue);
  return spec;
}

PcieSpec read_pcie(config::Reader in) {
  PcieSpec spec;
  if (!in.exists()) {
    return spec;
  }
  in.need("name", spec.name)
      .need("lane_rate", spec.lane_rate)
      .get("lanes", spec.lanes)
      .get("max_payload", spec.max_payload)
      .get("tlp_overhead", spec.tlp_overhead)
      .get("link_layer_share", spec.link_layer_share)
      .need("latency", spec.latency)
      .done();
  in.positive("lane_rate", spec.lane_rate)
      .positive("lanes", spec.lanes)
      .at_most("lanes", spec.lanes, 1024)
      .positive("max_payload", spec.max_payload)
      .positive("link_layer_share", spec.link_layer_share)
      .at_most("link_layer_share", spec.link_layer_share, 1.0)
      .positive("latency", spec.latency);
  return spec;
}

/// A measured copy cannot be faster than the link it crosses: one of the two numbers is wrong.
void check_measured(config::Reader& in, const std::string& key, Bandwidth measured, const PcieSpec& pcie) {
  const Bandwidth link = pcie.lane_rate * static_cast<double>(pcie.lanes);
  if (link.count() > 0 && measured > link) {
    in.problem(key, "a measured copy rate is above the rate of the host link");
  }
}

}  // namespace

HostSpec read_host(config::Reader in) {
  HostSpec spec;
  if (!in.exists()) {
    return spec;
  }
  spec.cpu = read_cpu(in.needed_section("cpu"));
  spec.driver = read_driver(in.needed_section("driver"));
  spec.pcie = read_pcie(in.needed_section("pcie"));
  in.get("pinned_h2d", spec.pinned_h2d).get("pinned_d2h", spec.pinned_d2h);
  check_measured(in, "pinned_h2d", spec.pinned_h2d, spec.pcie);
  check_measured(in, "pinned_d2h", spec.pinned_d2h, spec.pcie);
  in.done();
  return spec;
}

}  // namespace sealring::host
