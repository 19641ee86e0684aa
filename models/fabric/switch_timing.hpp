// How a slice passes a switch, scale-up or scale-out.
#pragma once

#include <string>

#include "models/fabric/network.hpp"
#include "models/fabric/switch_spec.hpp"
#include "sim/units/units.hpp"

namespace sealring::fabric {

/// The wires on one side of a switch: rate and packets of the bundle that a port drives, and the way to its far end.
struct PortWires {
  Bandwidth rate;
  Framing framing;
  Duration latency;  ///< from the output pins to the next station
};

/// Models:  cut-through with a fixed latency, one server per output bundle (contention is there), an input buffer per
/// port as
///          credits; the chips of all planes as one switch with the sum of their links, because every slice is taken to
///          be spread over them in proportion: a plane is a counter here, it never contends by itself. The group unit
///          (reduction, multicast) adds what its members send as it comes, each member with an equal share of its rate;
///          its results leave by the ordinary outputs, which count the latency of the chip.
/// Ignores: arbitration inside the crossbar, virtual channels, head-of-line blocking between outputs of one input; the
///          unit's own memory; members that leave part of their share to others.
/// Source:  topology dumps (5, 5, 4 and 4 links of a GPU to four chips); open driver 595.45.04: expected latency bins
/// of a hop
///          120 to 200 ns.
class SwitchTiming {
 public:
  explicit SwitchTiming(const SwitchSpec& spec) : spec_(spec) {}

  [[nodiscard]] Duration latency() const { return spec_.latency; }
  [[nodiscard]] int input_slots(Bytes slice) const;  ///< at least two
  /// An output port: shared by every input. far_slots is the caller's.
  [[nodiscard]] StationSpec output(std::string name, const PortWires& wires) const;
  /// One input of the group unit: where the bundle of one of `members` GPUs enters it. The unit's rate is that of the
  /// chips of all planes. `wires.latency` is whatever the bytes pass besides: ciphers that end and begin at the switch.
  [[nodiscard]] StationSpec group_input(std::string name, const PortWires& wires, int planes, int members) const;

 private:
  SwitchSpec spec_;
};

}  // namespace sealring::fabric
