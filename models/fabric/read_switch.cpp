#include "models/fabric/read_switch.hpp"

namespace sealring::fabric {

SwitchSpec read_switch(config::Reader in) {
  SwitchSpec spec;
  if (!in.exists()) {
    return spec;
  }
  in.need("name", spec.name)
      .need("ports", spec.ports)
      .need("latency", spec.latency)
      .get("buffer_per_port", spec.buffer_per_port)
      .get("multicast", spec.multicast)
      .done();
  in.positive("ports", spec.ports).positive("buffer_per_port", spec.buffer_per_port);
  return spec;
}

}  // namespace sealring::fabric
