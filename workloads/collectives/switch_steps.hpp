// Primitives of the ranks around a scale-up switch that reduces and multicasts.
#pragma once

#include "workloads/collectives/plan.hpp"

namespace sealring::collectives {

/// A rank hands its part to the switch, which adds up those of the domain for `head`.
inline Primitive to_switch(int head, int head_lane) {
  Primitive p;
  p.sends = 1;
  p.to[0] = head;
  p.to_lane = head_lane;
  p.group = Group::kReduce;
  p.sends_partial = true;
  return p;
}

/// A rank takes what the switch has made of messages for or from `head`: the head the sum, of which its own part is one
/// term, or any rank its copy of what the head had multicast.
inline Primitive from_switch(int head, int senders_lane) {
  Primitive p;
  p.receives = 1;
  p.from[0] = head;
  p.from_lane = senders_lane;
  return p;
}

/// Adds to the head's step that the switch copies its chunk to every rank of the domain.
inline void multicast(Primitive& p, int head, int gather_lane) {
  p.sends = 1;
  p.to[0] = head;
  p.to_lane = gather_lane;
  p.group = Group::kMulticast;
}

}  // namespace sealring::collectives
