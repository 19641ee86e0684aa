#include "tests/contract/collectives/contributions.hpp"

namespace sealring::test {

using collectives::CollectiveKind;

Contributions::Contributions(const collectives::Plan& plan)
    : kind_(plan.request().kind), n_(plan.request().ranks), root_(plan.request().root) {
  if (kind_ != CollectiveKind::kAllReduce && kind_ != CollectiveKind::kReduceScatter) {
    return;
  }
  for (int chunk = 0; chunk < plan.chunks(); ++chunk) {
    totals_.push_back(of_all(chunk));
  }
}

// The finaliser of SplitMix64.
std::uint64_t Contributions::of(int rank, int chunk) const {
  std::uint64_t x =
      (static_cast<std::uint64_t>(chunk) << 20 | static_cast<std::uint64_t>(rank)) + std::uint64_t{0x9e3779b97f4a7c15};
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

std::uint64_t Contributions::of_all(int chunk) const {
  std::uint64_t sum = 0;
  for (int rank = 0; rank < n_; ++rank) {
    sum += of(rank, chunk);
  }
  return sum;
}

std::uint64_t Contributions::at_start(int rank, int chunk) const {
  const auto held_by = [&](int holder) { return rank == holder ? of(rank, chunk) : 0; };
  switch (kind_) {
    case CollectiveKind::kAllReduce:
    case CollectiveKind::kReduceScatter: return of(rank, chunk);
    case CollectiveKind::kBroadcast: return held_by(root_);
    case CollectiveKind::kAllToAll: return held_by(chunk / n_ % n_);
    case CollectiveKind::kAllGather:
    case CollectiveKind::kSendRecv: return held_by(chunk % n_);
  }
  return 0;
}

std::optional<std::uint64_t> Contributions::at_end(int rank, int chunk) const {
  const int owner = chunk % n_;
  const auto only_at = [&](int place, std::uint64_t wanted) {
    return rank == place ? std::optional<std::uint64_t>(wanted) : std::nullopt;
  };
  switch (kind_) {
    case CollectiveKind::kAllReduce: return totals_[static_cast<std::size_t>(chunk)];
    case CollectiveKind::kReduceScatter: return only_at(owner, totals_[static_cast<std::size_t>(chunk)]);
    case CollectiveKind::kBroadcast: return of(root_, chunk);
    case CollectiveKind::kAllToAll: return only_at(owner, of(chunk / n_ % n_, chunk));
    case CollectiveKind::kAllGather: return of(owner, chunk);
    case CollectiveKind::kSendRecv: return only_at((owner + 1) % n_, of(owner, chunk));
  }
  return std::nullopt;
}

}  // namespace sealring::test
