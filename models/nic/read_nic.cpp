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
      .get("message_rate", spec.message_rate)
      .get("mtu", spec.mtu)
      .get("header", spec.header)
      .get("message_header", spec.message_header)
      .need("buffer", spec.buffer)
      .done();
  in.positive("rate_per_direction", spec.rate_per_direction)
      .positive("latency", spec.latency)
      .positive("mtu", spec.mtu)
      .positive("buffer", spec.buffer);
  return spec;
}

}  // namespace sealring::nic
