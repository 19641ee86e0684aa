// Protections without any stage: plain wires, and wires whose ends hold the cipher.
#pragma once

#include "models/security/profile_spec.hpp"
#include "models/security/protection.hpp"

namespace sealring::security {

class Plain final : public Protection {
 public:
  [[nodiscard]] Stages at_sender(Bytes /*message*/) const override { return {}; }
  [[nodiscard]] Stages at_receiver(Bytes /*message*/) const override { return {}; }
  [[nodiscard]] LinkOverhead on_link() const override { return {}; }
  [[nodiscard]] bool staged() const override { return false; }
  [[nodiscard]] bool sealed() const override { return false; }
};

/// Models:  a cipher pipeline in the link: latency at both ends together, tag bytes in every packet, a share of the
/// rate. Ignores: key changes in mid-flight and replays after a failed tag. Source:  open driver 595.45.04 (one AES-256
/// key per GPU pair in the link engine); published bandwidths with the cipher on
///          are 0.82 to 0.89 of those with it off.
class LinkCipher final : public Protection {
 public:
  /// Throws config::BadInput unless 0 < rate_factor <= 1.
  explicit LinkCipher(const InlineSpec& spec);
  [[nodiscard]] Stages at_sender(Bytes /*message*/) const override { return {}; }
  [[nodiscard]] Stages at_receiver(Bytes /*message*/) const override { return {}; }
  [[nodiscard]] LinkOverhead on_link() const override {
    return {spec_.tag_per_packet, spec_.latency, spec_.rate_factor};
  }
  [[nodiscard]] bool staged() const override { return false; }
  [[nodiscard]] bool sealed() const override { return true; }

 private:
  InlineSpec spec_;
};

}  // namespace sealring::security
