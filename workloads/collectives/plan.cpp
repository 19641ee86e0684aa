#include "workloads/collectives/plan.hpp"

#include "workloads/collectives/catalog.hpp"
#include "workloads/collectives/sliced.hpp"

namespace sealring::collectives {
namespace {

// Leaves room to number twice as many steps as there are chunks.
constexpr std::int64_t kMostChunks = std::int64_t{1} << 30;

std::int64_t chunks_per_part(const Request& request) {
  const std::int64_t n = request.ranks;
  switch (request.kind) {
    case CollectiveKind::kBroadcast: return 1;
    case CollectiveKind::kAllToAll: return n * n;
    default: return n;
  }
}

bool too_many_chunks(const Request& request) {
  std::int64_t chunks = chunks_per_part(request);
  for (const int parts : {request.lanes, request.pieces, request.slices}) {
    if (chunks > kMostChunks / parts) {
      return true;
    }
    chunks *= parts;
  }
  return false;
}

std::string number(std::int64_t value) { return std::to_string(value); }

}  // namespace

Bytes Plan::part_bytes(int channel, int piece) const {
  if (request_.lanes == 1 && request_.pieces == 1) {
    return request_.bytes;
  }
  return even_share(even_share(request_.bytes, piece, request_.pieces), channel, request_.lanes);
}

std::string Algorithm::why_not(const Request& request) const {
  if (!carries_out(request.kind)) {
    return "does not carry out " + collective_names()[static_cast<std::size_t>(request.kind)];
  }
  if (request.ranks < 2) {
    return "needs at least 2 ranks, not " + number(request.ranks);
  }
  if (request.domain < 0) {
    return "a scale-up domain cannot have " + number(request.domain) + " ranks";
  }
  if (request.bytes < Bytes(0)) {
    return "a buffer cannot have " + number(request.bytes.count()) + " bytes";
  }
  if (request.lanes < 1 || request.pieces < 1 || request.slices < 1) {
    return "needs at least 1 channel, piece and slice";
  }
  if (request.kind == CollectiveKind::kBroadcast && (request.root < 0 || request.root >= request.ranks)) {
    return "root " + number(request.root) + " is not one of the ranks 0 to " + number(request.ranks - 1);
  }
  if (too_many_chunks(request)) {
    return "more chunks than can be numbered; use fewer channels, pieces or slices";
  }
  if (request.kept_domains > 0 && !folds()) {
    return "does not do the same in every scale-up domain";
  }
  return misfit(request);
}

std::unique_ptr<Plan> Algorithm::plan(const Request& request) const {
  std::unique_ptr<Plan> whole = unsliced(request);
  return request.slices == 1 ? std::move(whole) : std::make_unique<SlicedPlan>(std::move(whole));
}

Bytes even_share(Bytes bytes, int index, int count) {
  const std::int64_t base = bytes.count() / count;
  const std::int64_t larger = bytes.count() % count;  // the first chunks carry the remainder
  return Bytes(base + (index < larger ? 1 : 0));
}

}  // namespace sealring::collectives
