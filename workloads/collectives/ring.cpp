#include "workloads/collectives/ring.hpp"

namespace sealring::collectives {
namespace {

int wrap(int position, int ranks) {
  return position < 0 ? position + ranks : (position >= ranks ? position - ranks : position);
}

/// All-reduce, reduce-scatter and all-gather: a pass of `hops` sends per piece, every rank one chunk behind its
/// predecessor.
class RotatingPlan final : public Plan {
 public:
  explicit RotatingPlan(const Request& request)
      : Plan(request),
        reducing_hops_(request.kind == CollectiveKind::kAllGather ? 0 : request.ranks - 1),
        hops_(request.kind == CollectiveKind::kAllReduce ? 2 * (request.ranks - 1) : request.ranks - 1) {}

  [[nodiscard]] int primitives(int, int) const override { return (hops_ + 1) * request().pieces; }
  [[nodiscard]] int chunks() const override { return request().ranks * request().lanes * request().pieces; }
  [[nodiscard]] int substeps() const override { return hops_ * request().pieces; }

  [[nodiscard]] Primitive at(int rank, int lane, int index) const override {
    const int n = request().ranks;
    const int piece = request().pieces == 1 ? 0 : index / (hops_ + 1);
    const int hop = index - piece * (hops_ + 1);
    Primitive step;
    step.receives = hop > 0 ? 1 : 0;
    step.sends = hop < hops_ ? 1 : 0;
    step.from[0] = wrap(rank - 1, n);
    step.to[0] = wrap(rank + 1, n);
    step.reduces = hop > 0 && hop <= reducing_hops_;
    step.sends_partial = hop < reducing_hops_;
    // Hop h of rank r handles the chunk that rank r-h started with. A reduce-scatter must end with chunk r at rank r.
    const int first = request().kind == CollectiveKind::kReduceScatter ? rank - 1 : rank;
    const int position = wrap(wrap(first - hop, n), n);
    step.chunk = ((piece * request().lanes) + lane) * n + position;
    step.bytes = even_share(part(lane, piece), position, n);
    return step;
  }

 private:
  [[nodiscard]] Bytes part(int lane, int piece) const {
    if (request().lanes == 1 && request().pieces == 1) {
      return request().bytes;
    }
    return even_share(even_share(request().bytes, piece, request().pieces), lane, request().lanes);
  }

  int reducing_hops_;
  int hops_;
};

/// Broadcast: a chain that starts at the root; pieces follow each other down the chain.
class ChainPlan final : public Plan {
 public:
  explicit ChainPlan(const Request& request) : Plan(request) {}

  [[nodiscard]] int primitives(int, int) const override { return request().pieces; }
  [[nodiscard]] int chunks() const override { return request().lanes * request().pieces; }
  [[nodiscard]] int substeps() const override { return (request().ranks - 1) * request().pieces; }

  [[nodiscard]] Primitive at(int rank, int lane, int index) const override {
    const int n = request().ranks;
    const int position = wrap(rank - request().root, n);
    Primitive step;
    step.receives = position > 0 ? 1 : 0;
    step.sends = position < n - 1 ? 1 : 0;
    step.from[0] = wrap(rank - 1, n);
    step.to[0] = wrap(rank + 1, n);
    step.chunk = index * request().lanes + lane;
    step.bytes = even_share(even_share(request().bytes, index, request().pieces), lane, request().lanes);
    return step;
  }
};

}  // namespace

bool Ring::supports(const Request& request) const {
  return request.kind != CollectiveKind::kAllToAll && request.kind != CollectiveKind::kSendRecv && request.ranks >= 2 &&
         request.lanes >= 1 && request.pieces >= 1 && request.root >= 0 && request.root < request.ranks;
}

std::unique_ptr<Plan> Ring::plan(const Request& request) const {
  if (request.kind == CollectiveKind::kBroadcast) {
    return std::make_unique<ChainPlan>(request);
  }
  return std::make_unique<RotatingPlan>(request);
}

}  // namespace sealring::collectives
