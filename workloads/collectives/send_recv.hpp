// Every rank to the next.
#pragma once

#include "workloads/collectives/plan.hpp"

namespace sealring::collectives {

/// Every rank sends its buffer to the next one and receives the buffer of the one before it, both at once.
/// Lanes per channel: send, receive. Source: nccl-tests, sendrecv.
class SendRecv final : public Algorithm {
 private:
  [[nodiscard]] bool carries_out(CollectiveKind kind) const override { return kind == CollectiveKind::kSendRecv; }
  [[nodiscard]] std::unique_ptr<Plan> unsliced(const Request& request) const override;
};

}  // namespace sealring::collectives
