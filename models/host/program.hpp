// What the host thread of each rank issues: the form every workload is brought into, and what a trace stores. It names
// work (FLOPs, bytes, launches), never times that depend on a machine or a security profile.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/label.hpp"
#include "sim/units/units.hpp"

namespace sealring::host {

enum class Precision { kFp32, kTf32, kBf16, kFp16, kFp8, kFp4 };
/// Decides which achieved rate a kernel runs at.
enum class ComputeKind { kMatmul, kConvolution, kAttention, kElementwise };
/// kSendRecv: every rank sends `bytes` to the next and receives as much from the one before.
enum class CollectiveKind { kAllReduce, kReduceScatter, kAllGather, kBroadcast, kAllToAll, kSendRecv };

struct KernelWork {
  Flops flops;
  Bytes memory_traffic;  ///< HBM bytes read and written
  Precision precision = Precision::kFp32;
  ComputeKind kind = ComputeKind::kElementwise;
  double sm_share = 1.0;  ///< of the GPU's SMs, while it runs
  Duration fixed;         ///< a given time instead of work; zero: derive from the work
};

enum class OpKind { kKernel, kCollective, kCopy, kSynchronize, kHostWork, kMark };
enum class CopyDirection { kHostToDevice, kDeviceToHost };

using OpIndex = std::int32_t;

/// One operation of a rank, issued in list order by its host thread.
struct Op {
  OpKind kind = OpKind::kKernel;
  Label label = Label::kCompute;
  std::int32_t name = 0;  ///< index into Program::names
  std::int32_t stream =
      0;             ///< kKernel, kCollective, kCopy: in order within a stream; kSynchronize: -1 waits for all streams
  KernelWork work;   ///< kKernel
  int launches = 1;  ///< kKernel: consecutive kernels this entry stands for; each is submitted on its own
  int graph_nodes = 0;           ///< kKernel: when positive, one CUDA graph submission holding that many kernels
  std::int32_t collective = -1;  ///< kCollective: index into Program::collectives
  CopyDirection direction = CopyDirection::kHostToDevice;
  Bytes bytes;                 ///< kCopy
  bool pinned = true;          ///< kCopy
  bool blocking = false;       ///< kCopy: the host waits until it is done (under CC every copy blocks anyway)
  Duration host_time;          ///< kHostWork: time outside the driver
  std::vector<OpIndex> after;  ///< ops of the same rank that must have finished on the GPU (event waits)
};

/// A collective all its ranks join. Ranks are endpoint numbers.
struct CollectiveSpec {
  CollectiveKind kind = CollectiveKind::kAllReduce;
  Bytes bytes;                     ///< nccl-tests convention: the size of the full buffer
  std::string algorithm = "auto";  ///< a row of the algorithm catalogue, or the library's choice
  std::int32_t root = 0;           ///< kBroadcast
  std::string protocol = "auto";   ///< simple, ll, ll128, or the library's choice
  bool in_place = true;            ///< kAllGather, kReduceScatter: the own chunk lies in the output buffer already
};

struct Program {
  std::vector<std::vector<Op>> ranks;
  std::vector<CollectiveSpec> collectives;
  std::vector<std::string> names{""};
  int iterations = 1;  ///< kMark ops: one per rank at the end of each iteration, in order
};

}  // namespace sealring::host
