// What a communication library costs on a GPU beside the wire, and how it chooses among its algorithms.
#pragma once

#include <array>

#include "sim/units/units.hpp"

namespace sealring::gpu {

/// A thread block of the resident kernel under one protocol. Each step of a plan keeps it busy for `step` plus its
/// bytes at `channel_rate`; a message arrives `hop` after its last byte, or `network_hop` where it crosses the
/// scale-out network.
struct ProtocolCostSpec {
  Duration step;              ///< the loop of the kernel
  Bandwidth channel_rate{0};  ///< payload one thread block passes on; zero: no bound
  Duration hop;               ///< fence, flag, and the receiver's polling
  Duration network_hop;       ///< the proxy threads of both hosts
  Duration network_step;      ///< the thread block goes on only so long after it handed a message to the proxy thread
};

/// Collectives that the scale-up switches reduce and multicast.
struct SwitchCostSpec {
  int channels = 0;             ///< 0: the library does not use the switches
  Duration step;                ///< of a thread block, which serves all heads in turn
  Duration per_head;            ///< added to `step` for each head
  Bandwidth channel_rate{0};    ///< one thread block, over all heads together
  int largest_chunk_from = 64;  ///< chunks per channel and head from which the largest size is used
  Duration tree_step;           ///< instead of `step`, where a tree joins several domains; zero: `step`
  Bytes tree_chunk{0};          ///< the largest there; zero: 128 KiB, from four domains on 64 KiB
  Duration hop;
  Duration network_hop;
};

/// Send and receive, and what is made of them.
struct PointToPointSpec {
  int channels = 32;  ///< at most, over all peers
  Duration step;
  Duration hop;
  Bandwidth channel_rate{0};
};

/// Constants of the library's own prediction of time, by which it chooses. Bandwidths are per GPU.
/// Arrays: one node, two nodes, four nodes and more.
struct TuningSpec {
  Bandwidth bus{0};                    ///< rings and trees inside a node
  std::array<Bandwidth, 3> ll_most{};  ///< LL cannot be faster
  Bandwidth ll128_ring_channel{1e18};  ///< per channel
  std::array<Bandwidth, 3> ll128_tree_channel{};
  std::array<Bandwidth, 3> tree_channel{};
  double tree_share = 1;  ///< of the bandwidth, for the trees that a search over several nodes finds
  Bandwidth nvls_bus{0};
  std::array<Bandwidth, 3> nvls_tree_bus{};
  int nvls_least_ranks = 5;  ///< in a domain
  int doubled_rings = 4;     ///< rings over the network are doubled where there are no more
};

struct CommunicationSpec {
  int channels = 24;      ///< thread blocks of the resident communication kernel; each holds one SM
  int reduce_sms = 24;    ///< SMs of a separate reduction kernel (sealed paths)
  Duration start;         ///< from the launch of the kernel to its first step
  double first_copy = 0;  ///< out of place, the first step of gathers and scatters takes longer by this share
  ProtocolCostSpec simple, ll, ll128;
  SwitchCostSpec nvls;
  PointToPointSpec point_to_point;
  TuningSpec tuning;
};

}  // namespace sealring::gpu
