#include "workloads/collectives/hierarchical.hpp"

#include "workloads/collectives/domains.hpp"
#include "workloads/collectives/rotation.hpp"

namespace sealring::collectives {
namespace {

enum Slot : std::uint8_t { kInside, kAcross };

/// A rotation among the ranks of a domain or among the ranks with the same place in each domain.
struct Level {
  bool across;
  Rotation rotation;
};

std::vector<Level> levels(const Request& request) {
  const Domains domains(request);
  const Level across{true, {request.kind, domains.count()}};
  const Level scatter{false, {CollectiveKind::kReduceScatter, domains.size()}};
  const Level gather{false, {CollectiveKind::kAllGather, domains.size()}};
  switch (request.kind) {
    case CollectiveKind::kReduceScatter: return {scatter, across};
    case CollectiveKind::kAllGather: return {across, gather};
    default: return {scatter, across, gather};
  }
}

/// Chunk r is the one of rank r. Inside a domain travel blocks: the chunks of all ranks with the same place.
class HierarchicalPlan final : public Plan {
 public:
  explicit HierarchicalPlan(const Request& request)
      : Plan(request), domains_(request), levels_(collectives::levels(request)) {
    for (const Level& level : levels_) {
      steps_ += level.rotation.steps();
      hops_ += level.rotation.hops();
      hops_across_ += level.across ? level.rotation.hops() : 0;
    }
  }

  [[nodiscard]] int primitives(int, int) const override { return steps_ * request().pieces; }
  [[nodiscard]] int chunks() const override { return request().ranks * request().lanes * request().pieces; }
  [[nodiscard]] int substeps() const override { return hops_ * request().pieces; }
  [[nodiscard]] Bytes crossing() const override { return request().bytes * hops_across_; }

  [[nodiscard]] Primitive at(int rank, int lane, int index) const override {
    const int piece = index / steps_;
    int step = index - piece * steps_;
    auto level = levels_.begin();
    while (step >= level->rotation.steps()) {
      step -= (level++)->rotation.steps();
    }
    const Bytes bytes = part_bytes(lane, piece);
    Primitive p =
        level->across ? across(level->rotation, rank, step, bytes) : inside(level->rotation, rank, step, bytes);
    p.chunk += part(lane, piece) * request().ranks;
    p.copies_own = index == piece * steps_ && request().kind != CollectiveKind::kAllReduce;
    return p;
  }

 private:
  [[nodiscard]] Primitive inside(const Rotation& rotation, int rank, int step, Bytes bytes) const {
    const int m = domains_.size();
    const int domain = domains_.of(rank);
    const int place = domains_.index(rank);
    const int block = rotation.chunk(place, step);
    Primitive p = rotation.primitive(step);
    p.from[0] = domains_.rank(domain, wrap(place - 1, m));
    p.to[0] = domains_.rank(domain, wrap(place + 1, m));
    p.from_slot[0] = p.to_slot[0] = kInside;
    p.chunk = block;
    p.chunk_count = domains_.count();
    p.chunk_stride = m;
    p.bytes = even_share(bytes, block, m);
    return p;
  }

  [[nodiscard]] Primitive across(const Rotation& rotation, int rank, int step, Bytes bytes) const {
    const int d = domains_.count();
    const int ring = request().kept_domains > 0 ? request().kept_domains : d;
    const int domain = domains_.of(rank);
    const int place = domains_.index(rank);
    const int share = ring < d ? 0 : rotation.chunk(domain, step);  // none is larger than the first
    Primitive p = rotation.primitive(step);
    p.from[0] = domains_.rank(wrap(domain - 1, ring), place);
    p.to[0] = domains_.rank(wrap(domain + 1, ring), place);
    p.from_slot[0] = p.to_slot[0] = kAcross;
    p.chunk = domains_.rank(share, place);
    p.bytes = even_share(even_share(bytes, place, domains_.size()), share, d);
    return p;
  }

  Domains domains_;
  std::vector<Level> levels_;
  int steps_ = 0;
  int hops_ = 0;
  int hops_across_ = 0;
};

}  // namespace

bool Hierarchical::carries_out(CollectiveKind kind) const {
  return kind == CollectiveKind::kAllReduce || kind == CollectiveKind::kReduceScatter ||
         kind == CollectiveKind::kAllGather;
}

std::string Hierarchical::misfit(const Request& request) const { return unequal_domains(request); }

std::unique_ptr<Plan> Hierarchical::unsliced(const Request& request) const {
  return std::make_unique<HierarchicalPlan>(request);
}

}  // namespace sealring::collectives
