// The wire protocols of the communication library: how much of the wire is payload, and how finely a step is cut.
#pragma once

#include <string>
#include <vector>

#include "sim/units/units.hpp"

namespace sealring::collectives {

enum class Protocol { kSimple, kLl, kLl128 };

/// Source: NCCL's device constants: 8 steps per buffer; Simple 4 MiB and whole payload, LL a 4-byte flag with every
/// 4 bytes of data, LL128 an 8-byte flag with every 120 bytes.
struct ProtocolRow {
  Protocol protocol;
  std::string name;
  std::string summary;
  double wire_per_payload;
  Bytes step;            ///< payload of one of the buffer's steps
  int ring_chunk_steps;  ///< of the chunk that a ring passes on
  int ring_slice_steps;  ///< of the part that is passed on at once
  Bytes least_slice;     ///< a chunk is not cut into slices smaller than this
  int threads;           ///< of a thread block
  Bytes pass;            ///< payload that they move at once: a step takes whole passes
  int thread_bytes;  ///< a channel is used when each of its threads gets so many bytes, times the ranks in an LL ring
};

inline constexpr int kStepsPerBuffer = 8;

const std::vector<ProtocolRow>& protocols();
const ProtocolRow& row_of(Protocol protocol);
std::vector<std::string> protocol_names();

}  // namespace sealring::collectives
