// Steps cut into slices.
#pragma once

#include <memory>

#include "workloads/collectives/plan.hpp"

namespace sealring::collectives {

/// Another plan with every primitive cut into request().slices consecutive ones that each carry a part of the chunk, so
/// that a rank passes on the first slice before the second one arrives. Source: the slices of NCCL's primitives.
class SlicedPlan final : public Plan {
 public:
  explicit SlicedPlan(std::unique_ptr<Plan> whole);
  [[nodiscard]] int lanes() const override { return whole_->lanes(); }
  [[nodiscard]] int primitives(int rank, int lane) const override;
  [[nodiscard]] Primitive at(int rank, int lane, int index) const override;
  [[nodiscard]] int chunks() const override { return whole_->chunks() * request().slices; }
  [[nodiscard]] int substeps() const override { return whole_->substeps() * request().slices; }
  [[nodiscard]] Bytes crossing() const override { return whole_->crossing(); }

 private:
  std::unique_ptr<Plan> whole_;
};

}  // namespace sealring::collectives
