#include "models/nic/read_nic.hpp"

namespace sealring::nic {

NicSpec read_nic(config::Reader in) {
  NicSpec spec;
  if (!in.exists()) {
    return spec;
  }
  in.need("name", spec.name)
      .need("rate_per_direction", spec.rate_per_direction)
      .need("latency", spec.latency)
      .get("link_share", spec.link_share)
      .get("message_rate", spec.message_rate)
      .get("mtu", spec.mtu)
      .choose("framing", spec.framing, {"infiniband", "roce"});
  spec.header = packet_header(spec.framing);
  in.get("header", spec.header).get("message_header", spec.message_header).need("buffer", spec.buffer).done();
  in.positive("rate_per_direction", spec.rate_per_direction)
      .positive("link_share", spec.link_share)
      .at_most("link_share", spec.link_share, 1.0)
      .positive("latency", spec.latency)
      .positive("mtu", spec.mtu)
      .positive("buffer", spec.buffer);
  return spec;
}

}  // namespace sealring::nic
