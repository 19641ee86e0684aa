// How long bytes take on a bundle of scale-up links.
#pragma once

#include <string>

#include "models/fabric/network.hpp"
#include "models/link/link_spec.hpp"
#include "models/security/protection.hpp"
#include "sim/units/units.hpp"

namespace sealring::link {

/// Who writes decides how much payload a packet holds.
enum class Writer { kSmStore, kCopyEngine };
/// With traffic both ways, acknowledgements and responses of the other direction share the wire.
enum class Traffic { kOneWay, kBothWays };

/// Parallel links between the same two ends.
struct LinkBundle {
  int links = 1;
  Writer writer = Writer::kSmStore;
  Traffic traffic = Traffic::kBothWays;
};

/// Models:  16-byte flits, one header flit per packet, a tag per packet under an inline cipher; acknowledgements as a
/// share of the
///          wire; parallel links and planes as one server with the summed rate: addresses are hashed over them, so
///          every slice is taken to be spread in proportion to the links, and no plane is ever fuller than another.
/// Ignores: byte-enable and address flits, payload rounded up to whole flits, replays, uneven hashing, reads (a request
/// one
///          way and data the other).
/// Source:  open driver 595.45.04 (flit kinds); answers of NCCL's maintainers (128 B per packet from SM stores, up to
/// 256 B from
///          copy engines, about 0.80 usable with traffic both ways): 8/9 x 0.9.
class LinkTiming {
 public:
  explicit LinkTiming(const LinkSpec& spec, const security::LinkOverhead& overhead = {})
      : spec_(spec), overhead_(overhead) {}

  [[nodiscard]] fabric::Framing framing(Writer writer) const;
  [[nodiscard]] Bandwidth wire_rate(const LinkBundle& bundle) const;
  /// Payload over everything, in full packets: 8/9 for stores, 16/17 for copy engines.
  [[nodiscard]] double packet_efficiency(Writer writer) const;
  [[nodiscard]] Duration occupancy(Bytes payload, const LinkBundle& bundle) const;

  [[nodiscard]] Duration latency() const { return spec_.latency; }  ///< without any cipher
  [[nodiscard]] Duration seal_latency() const;                      ///< the sender's half of the cipher pipeline
  [[nodiscard]] Duration open_latency() const;                      ///< the receiver's half
  [[nodiscard]] bool ciphered() const { return overhead_.latency.count() > 0; }
  [[nodiscard]] int receive_slots(Bytes slice) const;  ///< slices that the receive buffer holds, at least two

  /// The sending end of a bundle; its speed may fluctuate. The caller sets far_slots: it knows whose buffer is filled.
  [[nodiscard]] fabric::StationSpec egress(std::string name, const LinkBundle& bundle) const;
  /// The receiving cipher of a bundle: passes bytes on as they come.
  [[nodiscard]] fabric::StationSpec ingress(std::string name, const LinkBundle& bundle) const;

 private:
  LinkSpec spec_;
  security::LinkOverhead overhead_;
};

/// Slices that fit into a buffer; never fewer than two, or a link would stop between slices.
int slots_in(Bytes buffer, Bytes slice);

}  // namespace sealring::link
