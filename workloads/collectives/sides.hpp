// Messages with a lane for either side.
#pragma once

#include "workloads/collectives/plan.hpp"

namespace sealring::collectives {

/// A lane that sends and the next one that receives, so that neither waits for the other.
enum Side { kSend, kReceive, kSides };

/// The side of a message from `source` to `destination` that belongs to `lane`, a multiple of kSides plus the side.
inline Primitive side_of_message(int lane, int source, int destination) {
  Primitive p;
  if (lane % kSides == kSend) {
    p.sends = 1;
    p.to[0] = destination;
    p.to_lane = lane - kSend + kReceive;
  } else {
    p.receives = 1;
    p.from[0] = source;
    p.from_lane = lane - kReceive + kSend;
  }
  return p;
}

}  // namespace sealring::collectives
