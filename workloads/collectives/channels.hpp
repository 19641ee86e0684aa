// How many channels the communication library opens, and what it believes they carry.
#pragma once

#include "models/gpu/communication_spec.hpp"
#include "workloads/collectives/job_shape.hpp"

namespace sealring::collectives {

/// The library searches a node for rings and gives each of them two channels or four.
struct Channels {
  int open = 1;      ///< thread blocks of a kernel
  int searched = 1;  ///< rings found: what the prediction counts
  Bandwidth bus{0};  ///< what all of them carry together, as the library believes
};

/// Models:  one ring for each adapter of a node; the library doubles rings where there are few, so that a node with
///          few adapters has four channels for each and a full one two. A rack with more adapters than a kernel has
///          pairs of thread blocks has a ring for each pair.
/// Ignores: adapters that several GPUs share, and machines where the search finds fewer rings.
/// Source:  NCCL's search for rings and its duplication of channels (2.19 to 2.29).
[[nodiscard]] Channels channels_of(const gpu::CommunicationSpec& spec, const JobShape& shape);

}  // namespace sealring::collectives
