#include "workloads/collectives/send_recv.hpp"

#include "workloads/collectives/rotation.hpp"
#include "workloads/collectives/sides.hpp"

namespace sealring::collectives {
namespace {

/// Chunk c is that of the sender c % ranks.
class SendRecvPlan final : public Plan {
 public:
  explicit SendRecvPlan(const Request& request) : Plan(request) {}

  [[nodiscard]] int lanes() const override { return kSides * request().lanes; }
  [[nodiscard]] int primitives(int, int) const override { return request().pieces; }
  [[nodiscard]] int chunks() const override { return request().ranks * request().lanes * request().pieces; }
  [[nodiscard]] int substeps() const override { return request().pieces; }

  [[nodiscard]] Primitive at(int rank, int lane, int index) const override {
    const int n = request().ranks;
    const int channel = lane / kSides;
    const int source = lane % kSides == kSend ? rank : wrap(rank - 1, n);
    Primitive p = side_of_message(lane, source, wrap(source + 1, n));
    p.chunk = part(channel, index) * n + source;
    p.bytes = part_bytes(channel, index);
    return p;
  }
};

}  // namespace

std::unique_ptr<Plan> SendRecv::unsliced(const Request& request) const {
  return std::make_unique<SendRecvPlan>(request);
}

}  // namespace sealring::collectives
