#include "models/security/host_bounce.hpp"

namespace sealring::security {

Stages HostBounce::at_sender(Bytes message) const {
  return copy(message, host::CopyDirection::kDeviceToHost, Where::kBounceToHost);
}

Stages HostBounce::at_receiver(Bytes message) const {
  return copy(message, host::CopyDirection::kHostToDevice, Where::kBounceToDevice);
}

Stages HostBounce::copy(Bytes message, host::CopyDirection direction, Where where) const {
  constexpr bool kPinned = true;  // buffers of a communication library
  Stages stages;
  stages.add({Where::kCopySubmission, Label::kLaunchToll, timing_.toll(direction, kPinned), 0, 0, Bytes(0)});
  stages.add({where, Label::kHostCrypto, timing_.crypto(message), 0, 0, message});
  return stages;
}

}  // namespace sealring::security
