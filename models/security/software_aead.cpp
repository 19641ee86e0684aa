#include "models/security/software_aead.hpp"

namespace sealring::security {

Stages SoftwareAead::at_sender(Bytes message) const {
  Stages stages;
  stages.add(timing_.cipher_stage(Label::kSeal, message));
  stages.add(timing_.mac_stage(Label::kMac, message));
  return stages;
}

Stages SoftwareAead::at_receiver(Bytes message) const {
  Stages stages;
  stages.add(timing_.mac_stage(Label::kVerify, message));
  stages.add(timing_.cipher_stage(Label::kOpen, message));
  return stages;
}

}  // namespace sealring::security
