// Why time passed. Every activity carries one label, and a breakdown is the sum over labels of the critical path.
#pragma once

#include <cstdint>
#include <string_view>

namespace sealring {

enum class Label : std::uint8_t {
  kForward,   ///< forward kernels
  kBackward,  ///< backward kernels
  kOptimizer,
  kCompute,         ///< other compute kernels
  kSmContention,    ///< a kernel made slower by others on the same GPU
  kSeal,            ///< encryption
  kMac,             ///< authentication tag at the sender
  kVerify,          ///< tag check at the receiver
  kOpen,            ///< decryption
  kReduce,          ///< reduction of a received chunk
  kLink,            ///< on the wire, queueing included in kLinkContention
  kLinkContention,  ///< a message behind other messages
  kStagingFull,     ///< waits for a staging or bounce slot
  kHostCopy,        ///< PCIe copy
  kHostCrypto,      ///< AES-GCM on a host core
  kCopyEngine,      ///< copy-engine cipher or copy
  kLaunch,          ///< API cost and latency of a submission without confidential computing
  kLaunchToll,      ///< what confidential computing adds to a submission
  kHostWork,        ///< host time outside the driver
  kPeerWait,        ///< a collective waits for a rank that joined later
  kQueueFull,       ///< the host blocks on a full launch queue
  kSynchronize,     ///< API cost of a synchronisation
  kCollective,      ///< fixed cost of a collective step outside the wire
  kKeyRotation,
  kIdle,  ///< before the first operation
  kCount
};

std::string_view name(Label label);  ///< "seal", "launch toll", ...

}  // namespace sealring
