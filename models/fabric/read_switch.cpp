#include "models/fabric/read_switch.hpp"

namespace sealring::fabric {

namespace {

void read_reduction(config::Reader& in, SwitchSpec& spec) {
  config::Reader section = in.section("reduction");
  if (section.exists()) {
    section.need("rate", spec.reduction_rate).positive("rate", spec.reduction_rate).done();
  } else if (spec.multicast && in.good("multicast")) {
    in.problem("reduction", "a switch with multicast needs a section reduction with its rate");
  }
}

}  // namespace

SwitchSpec read_switch(config::Reader in) {
  SwitchSpec spec;
  if (!in.exists()) {
    return spec;
  }
  in.need("name", spec.name)
      .need("ports", spec.ports)
      .need("latency", spec.latency)
      .get("buffer_per_port", spec.buffer_per_port)
      .get("multicast", spec.multicast);
  read_reduction(in, spec);
  in.done();
  in.positive("ports", spec.ports).positive("buffer_per_port", spec.buffer_per_port);
  return spec;
}

}  // namespace sealring::fabric
