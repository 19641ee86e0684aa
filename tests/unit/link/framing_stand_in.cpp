// Stands in for models/fabric until its library exists.
#include "models/fabric/network.hpp"
namespace sealring::fabric {
WireBytes Framing::on_wire(Bytes payload) const {
  const std::int64_t packets = (payload.count() + packet_payload.count() - 1) / packet_payload.count();
  return WireBytes(payload.count() + packets * packet_overhead.count());
}
}  // namespace sealring::fabric
