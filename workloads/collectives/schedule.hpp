// How one collective is carried out: which plan, how finely cut, and what a step of it costs.
#pragma once

#include <functional>
#include <string>

#include "models/host/program.hpp"
#include "sim/units/units.hpp"
#include "workloads/collectives/plan.hpp"

namespace sealring::collectives {

struct Schedule {
  std::string algorithm = "ring";
  std::string protocol = "simple";
  int channels = 1;
  int pieces = 1;
  int slices = 1;
  Bytes message;                ///< the largest, on the wire
  int window = 0;               ///< messages of one sender that a slot takes before they are consumed; 0: any number
  double wire_per_payload = 1;  ///< flags that travel with the data
  Duration start;               ///< from joining to the first step
  Duration step;                ///< a lane is busy for this long with every step ...
  Bandwidth lane_rate{0};       ///< ... and with its bytes, in whole passes; zero: they take no time
  Duration head_step;           ///< the same for a step of one head ...
  Bandwidth head_rate{0};       ///< ... and its bytes
  Bytes pass = Bytes(1);
  double first_copy = 0;  ///< a step that also copies the rank's own chunk takes longer by this share
  Duration hop;           ///< further latency of a message
  Duration network_hop;   ///< the same where it crosses domains
  Duration network_step;  ///< a lane whose message crosses domains cannot go on for so long after it
  double sms = 0;         ///< held while a rank takes part
  [[nodiscard]] Duration busy(const Primitive& p) const {
    return p.of_head ? busy(p.bytes, head_step, head_rate) : busy(p.bytes, step, lane_rate);
  }

 private:
  [[nodiscard]] Duration busy(Bytes bytes, Duration each, Bandwidth rate) const {
    if (rate == Bandwidth(0)) {
      return each;
    }
    return each + Bytes((bytes.count() + pass.count() - 1) / pass.count() * pass.count()) / rate;
  }
};

/// What an algorithm is asked for.
Request request_of(const host::CollectiveSpec& collective, const Schedule& schedule, int ranks, int domain);

/// What a rank count and a machine make of a collective.
using Scheduler = std::function<Schedule(const host::CollectiveSpec&)>;

}  // namespace sealring::collectives
