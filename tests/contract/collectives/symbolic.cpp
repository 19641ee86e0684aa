#include "tests/contract/collectives/symbolic.hpp"

#include <deque>
#include <map>
#include <tuple>
#include <vector>

namespace sealring::test {
namespace {

using collectives::CollectiveKind;
using collectives::Plan;
using collectives::Primitive;
using Contributions = std::vector<int>;  // how often each rank's value is contained

struct Parcel {
  int chunk;
  Bytes bytes;
  bool partial;
  Contributions content;
};

class Symbolic {
 public:
  Symbolic(const Plan& plan, std::uint64_t seed) : plan_(plan), n_(plan.request().ranks), random_(seed * 2 + 1) {
    fill();
  }

  SymbolicResult run() {
    std::vector<std::pair<int, int>> ready = candidates();
    while (!ready.empty() && result_.fault.empty()) {
      const auto [rank, lane] = ready[next_random() % ready.size()];
      step(rank, lane);
      ready = candidates();
    }
    if (result_.fault.empty()) {
      check_end();
    }
    return result_;
  }

 private:
  std::uint64_t next_random() {
    random_ = random_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return random_ >> 33;
  }

  bool holds_at_start(int rank, int chunk) const {
    switch (plan_.request().kind) {
      case CollectiveKind::kAllGather: return chunk % n_ == rank;
      case CollectiveKind::kBroadcast: return rank == plan_.request().root;
      default: return true;
    }
  }

  void fill() {
    const int lanes = plan_.lanes();
    next_.assign(static_cast<std::size_t>(n_ * lanes), 0);
    buffers_.resize(static_cast<std::size_t>(n_));
    for (int rank = 0; rank < n_; ++rank) {
      for (int chunk = 0; chunk < plan_.chunks(); ++chunk) {
        Contributions own(static_cast<std::size_t>(n_), 0);
        own[static_cast<std::size_t>(rank)] = holds_at_start(rank, chunk) ? 1 : 0;
        buffers_[static_cast<std::size_t>(rank)].push_back(own);
      }
    }
  }

  std::deque<Parcel>& inbox(int rank, int lane, int slot) { return inboxes_[{rank, lane, slot}]; }
  int& next(int rank, int lane) { return next_[static_cast<std::size_t>(rank * plan_.lanes() + lane)]; }

  std::vector<std::pair<int, int>> candidates() {
    std::vector<std::pair<int, int>> ready;
    for (int rank = 0; rank < n_; ++rank) {
      for (int lane = 0; lane < plan_.lanes(); ++lane) {
        if (next(rank, lane) >= plan_.primitives(rank, lane)) {
          continue;
        }
        const Primitive p = plan_.at(rank, lane, next(rank, lane));
        bool complete = true;
        for (int i = 0; i < p.receives; ++i) {
          complete = complete && !inbox(rank, lane, i).empty();
        }
        if (complete) {
          ready.emplace_back(rank, lane);
        }
      }
    }
    return ready;
  }

  void step(int rank, int lane) {
    const Primitive p = plan_.at(rank, lane, next(rank, lane)++);
    Contributions& own = buffers_[static_cast<std::size_t>(rank)][static_cast<std::size_t>(p.chunk)];
    for (int i = 0; i < p.receives; ++i) {
      const Parcel parcel = inbox(rank, lane, i).front();
      inbox(rank, lane, i).pop_front();
      receive(p, parcel, own);
    }
    for (std::size_t i = 0; i < p.sends; ++i) {
      result_.bytes_sent += p.bytes.count();
      inbox(p.to[i], lane, p.to_slot[i]).push_back({p.chunk, p.bytes, p.sends_partial, own});
    }
  }

  void receive(const Primitive& p, const Parcel& parcel, Contributions& own) {
    if (parcel.chunk != p.chunk || parcel.bytes != p.bytes || parcel.partial != p.reduces) {
      result_.fault = "a step received something else than it expects";
    }
    for (std::size_t r = 0; r < own.size(); ++r) {
      own[r] = p.reduces ? own[r] + parcel.content[r] : parcel.content[r];
    }
  }

  void check_end() {
    for (int rank = 0; rank < n_; ++rank) {
      for (int lane = 0; lane < plan_.lanes(); ++lane) {
        if (next(rank, lane) != plan_.primitives(rank, lane)) {
          result_.fault = "a step never became ready";
        }
      }
      for (int chunk = 0; chunk < plan_.chunks(); ++chunk) {
        check_chunk(rank, chunk);
      }
    }
    for (const auto& [key, parcels] : inboxes_) {
      if (!parcels.empty()) {
        result_.fault = "a message was never received";
      }
    }
  }

  void check_chunk(int rank, int chunk) {
    const CollectiveKind kind = plan_.request().kind;
    if (kind == CollectiveKind::kReduceScatter && chunk % n_ != rank) {
      return;
    }
    const Contributions& content = buffers_[static_cast<std::size_t>(rank)][static_cast<std::size_t>(chunk)];
    for (int r = 0; r < n_; ++r) {
      const bool wanted = kind == CollectiveKind::kAllGather
                              ? r == chunk % n_
                              : (kind != CollectiveKind::kBroadcast || r == plan_.request().root);
      if (content[static_cast<std::size_t>(r)] != (wanted ? 1 : 0)) {
        result_.fault = "a rank ends with a contribution missing or counted twice";
      }
    }
  }

  const Plan& plan_;
  int n_;
  std::uint64_t random_;
  std::vector<int> next_;
  std::vector<std::vector<Contributions>> buffers_;
  std::map<std::tuple<int, int, int>, std::deque<Parcel>> inboxes_;
  SymbolicResult result_;
};

}  // namespace

SymbolicResult run_symbolically(const collectives::Plan& plan, std::uint64_t seed) {
  return Symbolic(plan, seed).run();
}

}  // namespace sealring::test
