#include "models/security/host_bounce.hpp"

namespace sealring::security {

Stages HostBounce::at_sender(Bytes message) const {
  return path_.direction == host::CopyDirection::kHostToDevice ? host_end(message) : gpu_end(message);
}

Stages HostBounce::at_receiver(Bytes message) const {
  return path_.direction == host::CopyDirection::kHostToDevice ? gpu_end(message) : host_end(message);
}

Stages HostBounce::host_end(Bytes message) const {
  Stages stages;
  stages.add({Where::kHostCore, Label::kLaunchToll, timing_.toll(path_.direction, path_.pinned), 0, 0});
  stages.add({Where::kHostCore, Label::kHostCrypto, timing_.crypto(message), 0, 0});
  return stages;
}

Stages HostBounce::gpu_end(Bytes message) const {
  Stages stages;
  stages.add({Where::kCopyEngine, Label::kCopyEngine, timing_.engine(message, path_.engine_rate), 0, 0});
  return stages;
}

}  // namespace sealring::security
