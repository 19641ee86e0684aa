// What a communication library costs on a GPU beside the wire.
#pragma once

#include "sim/units/units.hpp"

namespace sealring::gpu {

struct CommunicationSpec {
  Duration step_cost;  ///< one plaintext step of a collective: flags, fences, the loop of the resident kernel
  Bytes broadcast_piece = kibibytes(512);  ///< a plaintext chain passes a broadcast on in pieces of this size
  int channels = 24;                       ///< thread blocks of the resident communication kernel; each holds one SM
  int reduce_sms = 24;                     ///< SMs of a separate reduction kernel (sealed paths)
};

}  // namespace sealring::gpu
