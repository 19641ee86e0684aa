#include "workloads/collectives/ring.hpp"

#include "workloads/collectives/ring_order.hpp"
#include "workloads/collectives/rotation.hpp"

namespace sealring::collectives {
namespace {

/// All-reduce, reduce-scatter and all-gather: one rotation per piece.
class RotatingPlan final : public Plan {
 public:
  explicit RotatingPlan(const Request& request)
      : Plan(request), rotation_(request.kind, request.ranks), order_(request) {}

  [[nodiscard]] int primitives(int, int) const override { return rotation_.steps() * request().pieces; }
  [[nodiscard]] int chunks() const override { return request().ranks * request().lanes * request().pieces; }
  [[nodiscard]] int substeps() const override { return rotation_.hops() * request().pieces; }

  [[nodiscard]] Primitive at(int rank, int lane, int index) const override {
    const int n = request().ranks;
    const int steps = rotation_.hops() + 1;
    const int piece = request().pieces == 1 ? 0 : index / steps;
    const int hop = index - piece * steps;
    const int own = order_.position(rank, lane);
    const int owner = order_.rank(rotation_.chunk(own, hop), lane);
    Primitive step = rotation_.primitive(hop);
    step.copies_own = hop == 0 && request().kind != CollectiveKind::kAllReduce;
    step.from[0] = order_.rank(wrap(own - 1, n), lane);
    step.to[0] = order_.rank(wrap(own + 1, n), lane);
    step.chunk = part(lane, piece) * n + owner;
    step.bytes = even_share(part_bytes(lane, piece), owner, n);
    return step;
  }

 private:
  Rotation rotation_;
  RingOrder order_;
};

/// Broadcast: the ring of each channel as a chain that starts at the root; pieces follow each other down the chain.
class ChainPlan final : public Plan {
 public:
  explicit ChainPlan(const Request& request) : Plan(request), order_(request) {}

  [[nodiscard]] int primitives(int, int) const override { return request().pieces; }
  [[nodiscard]] int chunks() const override { return request().lanes * request().pieces; }
  [[nodiscard]] int substeps() const override { return (request().ranks - 1) * request().pieces; }

  [[nodiscard]] Primitive at(int rank, int lane, int index) const override {
    const int n = request().ranks;
    const int own = order_.position(rank, lane);
    const int behind_root = wrap(own - order_.position(request().root, lane), n);
    Primitive step;
    step.receives = behind_root > 0 ? 1 : 0;
    step.sends = behind_root < n - 1 ? 1 : 0;
    step.from[0] = order_.rank(wrap(own - 1, n), lane);
    step.to[0] = order_.rank(wrap(own + 1, n), lane);
    step.chunk = part(lane, index);
    step.bytes = part_bytes(lane, index);
    return step;
  }

 private:
  RingOrder order_;
};

}  // namespace

bool Ring::carries_out(CollectiveKind kind) const {
  return kind != CollectiveKind::kAllToAll && kind != CollectiveKind::kSendRecv;
}

std::unique_ptr<Plan> Ring::unsliced(const Request& request) const {
  if (request.kind == CollectiveKind::kBroadcast) {
    return std::make_unique<ChainPlan>(request);
  }
  return std::make_unique<RotatingPlan>(request);
}

}  // namespace sealring::collectives
