#include "workloads/collectives/sliced.hpp"

#include <utility>

namespace sealring::collectives {

SlicedPlan::SlicedPlan(std::unique_ptr<Plan> whole) : Plan(whole->request()), whole_(std::move(whole)) {}

int SlicedPlan::primitives(int rank, int lane) const { return whole_->primitives(rank, lane) * request().slices; }

// Slice s of chunk c is chunk s * chunks + c: chunks is a multiple of the ranks where it matters who owns c.
Primitive SlicedPlan::at(int rank, int lane, int index) const {
  const int whole = index / request().slices;
  const int slice = index - whole * request().slices;
  Primitive step = whole_->at(rank, lane, whole);
  step.chunk += slice * whole_->chunks();
  step.bytes = even_share(step.bytes, slice, request().slices);
  return step;
}

}  // namespace sealring::collectives
