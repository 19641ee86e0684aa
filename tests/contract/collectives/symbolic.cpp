#include "tests/contract/collectives/symbolic.hpp"

#include <algorithm>
#include <numeric>

#include "tests/contract/collectives/contributions.hpp"
#include "tests/contract/collectives/mailbox.hpp"

namespace sealring::test {
namespace {

using collectives::Group;
using collectives::Plan;
using collectives::Primitive;

/// Where a rank stands on a lane.
struct Place {
  int rank = 0;
  int lane = 0;
  int next = 0;
  bool taken = false;  ///< has taken the messages of `next` and waits for room at its receivers
  bool ready = true;   ///< is worth a try
};

int domain_of(const Plan& plan) {
  const int domain = plan.request().domain;
  return domain == 0 ? plan.request().ranks : std::min(domain, plan.request().ranks);
}

class Symbolic {
 public:
  Symbolic(const Plan& plan, const SymbolicOrder& order)
      : plan_(plan),
        n_(plan.request().ranks),
        lanes_(plan.lanes()),
        domain_(domain_of(plan)),
        window_(order.window),
        random_(order.seed * 2 + 1),
        contributions_(plan),
        mail_(n_, lanes_, domain_) {
    result_.sent.assign(static_cast<std::size_t>(n_), 0);
    for (int rank = 0; rank < n_; ++rank) {
      for (int lane = 0; lane < lanes_; ++lane) {
        ready_.push_back(static_cast<int>(places_.size()));
        places_.push_back({rank, lane});
      }
      for (int chunk = 0; chunk < plan.chunks(); ++chunk) {
        buffers_.push_back(contributions_.at_start(rank, chunk));
      }
    }
  }

  SymbolicResult run() {
    while (!ready_.empty() && result_.fault.empty()) {
      const std::size_t chosen = next_random() % ready_.size();
      Place& place = places_[static_cast<std::size_t>(ready_[chosen])];
      if (!attempt(place)) {
        place.ready = false;
        ready_[chosen] = ready_.back();
        ready_.pop_back();
      }
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

  void fail(const std::string& fault) {
    if (result_.fault.empty()) {
      result_.fault = fault;
    }
  }

  void wake(int rank, int lane) {
    const int id = rank * lanes_ + lane;
    if (!places_[static_cast<std::size_t>(id)].ready) {
      places_[static_cast<std::size_t>(id)].ready = true;
      ready_.push_back(id);
    }
  }

  std::uint64_t& buffer(int rank, int chunk) {
    return buffers_[static_cast<std::size_t>(rank) * static_cast<std::size_t>(plan_.chunks()) +
                    static_cast<std::size_t>(chunk)];
  }

  /// Performs the next step; false when it cannot, or when nothing is left.
  bool attempt(Place& place) {
    if (place.next >= plan_.primitives(place.rank, place.lane)) {
      return false;
    }
    const Primitive p = plan_.at(place.rank, place.lane, place.next);
    if (!sound(place, p)) {
      return false;
    }
    if (!place.taken && !take(place, p)) {
      return false;
    }
    place.taken = true;
    if (!has_room(place, p)) {
      return false;
    }
    emit(place, p);
    place.taken = false;
    ++place.next;
    return true;
  }

  static int other(int lane, int own) { return lane == -1 ? own : lane; }

  bool sound(const Place& place, const Primitive& p) {
    const int last = p.chunk + (p.chunk_count - 1) * p.chunk_stride;
    bool fine = p.chunk >= 0 && p.chunk_count >= 1 && last < plan_.chunks() && p.bytes >= Bytes(0);
    for (std::size_t i = 0; i < p.receives; ++i) {
      fine = fine && mail_.exists({p.from[i], other(p.from_lane, place.lane), p.from_slot[i]});
    }
    for (const Address& at : receivers(place, p)) {
      fine = fine && mail_.exists(at);
    }
    if (!fine) {
      fail("a step names a chunk, rank, lane or slot that does not exist");
    }
    return fine;
  }

  bool take(const Place& place, const Primitive& p) {
    for (std::size_t i = 0; i < p.receives; ++i) {
      if (mail_.empty({place.rank, place.lane, p.from_slot[i]})) {
        return false;
      }
    }
    for (std::size_t i = 0; i < p.receives; ++i) {
      const Parcel parcel = mail_.take({place.rank, place.lane, p.from_slot[i]});
      accept(place, p, i, parcel);
      const int first = parcel.summed ? place.rank / domain_ * domain_ : parcel.rank;
      const int last = parcel.summed ? std::min(first + domain_, n_) - 1 : parcel.rank;
      for (int rank = first; rank <= last; ++rank) {
        wake(rank, parcel.lane);
      }
    }
    return true;
  }

  void accept(const Place& place, const Primitive& p, std::size_t i, const Parcel& parcel) {
    const bool same_sender = parcel.summed ? parcel.rank / domain_ == p.from[i] / domain_ : parcel.rank == p.from[i];
    if (!same_sender || parcel.lane != other(p.from_lane, place.lane)) {
      fail("a step received from another rank or lane than it expects");
    }
    const bool same_chunks = parcel.chunk == p.chunk && parcel.chunk_stride == p.chunk_stride &&
                             static_cast<int>(parcel.content.size()) == p.chunk_count;
    if (!same_chunks || parcel.bytes != p.bytes || parcel.partial != p.reduces) {
      fail("a step received something else than it expects");
      return;
    }
    for (int k = 0; k < p.chunk_count; ++k) {
      std::uint64_t& own = buffer(place.rank, p.chunk + k * p.chunk_stride);
      own = parcel.content[static_cast<std::size_t>(k)] + (p.reduces ? own : 0);
    }
  }

  std::vector<Address> receivers(const Place& place, const Primitive& p) const {
    const int lane = other(p.to_lane, place.lane);
    std::vector<Address> all;
    if (p.sends > 0 && p.group == Group::kMulticast) {
      const int first = place.rank / domain_ * domain_;
      for (int rank = first; rank < std::min(first + domain_, n_); ++rank) {
        all.push_back({rank, lane, p.to_slot[0]});
      }
      return all;
    }
    for (std::size_t i = 0; i < p.sends; ++i) {
      all.push_back({p.to[i], lane, p.to_slot[i]});
    }
    return all;
  }

  bool has_room(const Place& place, const Primitive& p) const {
    if (window_ == 0) {
      return true;
    }
    const std::vector<Address> all = receivers(place, p);
    return std::all_of(
        all.begin(), all.end(), [&](const Address& at) { return mail_.waiting(at, place.rank) < window_; });
  }

  void emit(const Place& place, const Primitive& p) {
    if (p.sends == 0) {
      return;
    }
    result_.uses_switch = result_.uses_switch || p.group != Group::kNone;
    result_.sent[static_cast<std::size_t>(place.rank)] += p.bytes.count() * p.sends;
    Parcel parcel;
    parcel.rank = place.rank;
    parcel.lane = place.lane;
    parcel.chunk = p.chunk;
    parcel.chunk_stride = p.chunk_stride;
    parcel.bytes = p.bytes;
    parcel.partial = p.sends_partial;
    for (int k = 0; k < p.chunk_count; ++k) {
      parcel.content.push_back(buffer(place.rank, p.chunk + k * p.chunk_stride));
    }
    for (const Address& at : receivers(place, p)) {
      bool complete = true;
      const bool summed = p.group == Group::kReduce;
      const std::string fault = summed ? mail_.put_part(at, parcel, complete) : mail_.put(at, parcel);
      if (!fault.empty() || (p.group != Group::kNone && p.sends != 1) || (summed && !p.sends_partial)) {
        fail(fault.empty() ? "a group step is not one partial send" : fault);
      }
      if (complete) {
        wake(at.rank, at.lane);
      }
    }
  }

  void check_end() {
    for (const Place& place : places_) {
      if (place.next != plan_.primitives(place.rank, place.lane)) {
        fail("a step never became ready");
      }
    }
    if (!mail_.all_empty()) {
      fail("a message was never received");
    }
    for (int rank = 0; rank < n_; ++rank) {
      for (int chunk = 0; chunk < plan_.chunks(); ++chunk) {
        const std::optional<std::uint64_t> wanted = contributions_.at_end(rank, chunk);
        if (wanted && *wanted != buffer(rank, chunk)) {
          fail("a rank ends with a contribution missing or counted twice");
        }
      }
    }
  }

  const Plan& plan_;
  int n_;
  int lanes_;
  int domain_;
  int window_;
  std::uint64_t random_;
  Contributions contributions_;
  Mailbox mail_;
  std::vector<Place> places_;
  std::vector<int> ready_;
  std::vector<std::uint64_t> buffers_;
  SymbolicResult result_;
};

}  // namespace

std::int64_t SymbolicResult::bytes_sent() const { return std::accumulate(sent.begin(), sent.end(), std::int64_t{0}); }

SymbolicResult run_symbolically(const collectives::Plan& plan, const SymbolicOrder& order) {
  return Symbolic(plan, order).run();
}

}  // namespace sealring::test
