// Chunks that go round a ring.
#pragma once

#include "workloads/collectives/plan.hpp"

namespace sealring::collectives {

/// `value` modulo `count`, for values no further than `count` outside.
inline int wrap(int value, int count) { return value < 0 ? value + count : (value >= count ? value - count : value); }

/// One pass of a reduce-scatter, all-gather or all-reduce over the members of a ring, each always one chunk behind the
/// one before it. The buffer has one chunk per member.
class Rotation {
 public:
  Rotation(CollectiveKind kind, int members)
      : members_(members),
        reducing_hops_(kind == CollectiveKind::kAllGather ? 0 : members - 1),
        hops_(kind == CollectiveKind::kAllReduce ? 2 * (members - 1) : members - 1),
        lead_(kind == CollectiveKind::kReduceScatter ? 1 : 0) {}

  /// Sends of every member.
  [[nodiscard]] int hops() const { return hops_; }
  /// Primitives of every member: the last one only receives. A lone member has nothing to do.
  [[nodiscard]] int steps() const { return members_ > 1 ? hops_ + 1 : 0; }
  /// The chunk of `member` at `step`: the one that the member `step` places before it started with. A reduce-scatter
  /// must end with the own one.
  [[nodiscard]] int chunk(int member, int step) const {
    return wrap(wrap(wrap(member - lead_, members_) - step, members_), members_);
  }
  /// Whether `step` receives, sends and reduces.
  [[nodiscard]] Primitive primitive(int step) const {
    Primitive p;
    p.receives = step > 0 ? 1 : 0;
    p.sends = step < hops_ ? 1 : 0;
    p.reduces = step > 0 && step <= reducing_hops_;
    p.sends_partial = step < reducing_hops_;
    return p;
  }

 private:
  int members_;
  int reducing_hops_;
  int hops_;
  int lead_;
};

}  // namespace sealring::collectives
