// Messages on their way in a symbolic run.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "workloads/collectives/plan.hpp"

namespace sealring::test {

struct Parcel {
  int rank = 0;  ///< of the sender
  int lane = 0;
  int chunk = 0;
  int chunk_stride = 1;
  Bytes bytes;
  bool partial = false;
  bool summed = false;                 ///< by the switch, over the ranks of the domain
  std::vector<std::uint64_t> content;  ///< by chunk
};

/// A place where messages wait: a slot of a lane of a rank.
struct Address {
  int rank;
  int lane;
  int slot;
};

class Mailbox {
 public:
  Mailbox(int ranks, int lanes, int domain)
      : ranks_(ranks),
        lanes_(lanes),
        domain_(domain),
        inboxes_(static_cast<std::size_t>(ranks) * static_cast<std::size_t>(lanes) * kSlots) {}

  [[nodiscard]] bool exists(const Address& at) const {
    return at.rank >= 0 && at.rank < ranks_ && at.lane >= 0 && at.lane < lanes_ && at.slot >= 0 &&
           at.slot < static_cast<int>(kSlots);
  }
  [[nodiscard]] bool empty(const Address& at) const { return inboxes_[index(at)].waiting.empty(); }
  [[nodiscard]] bool all_empty() const;
  Parcel take(const Address& at);
  /// Messages of `rank` that have left for this slot and have not been taken.
  [[nodiscard]] int waiting(const Address& at, int rank) const;

  /// Returns what is wrong with the message; empty if nothing is.
  std::string put(const Address& at, const Parcel& parcel);
  /// One rank's part of a message that the switch adds up. `complete` becomes true when it was the last part.
  std::string put_part(const Address& at, const Parcel& parcel, bool& complete);

 private:
  static constexpr std::size_t kSlots = collectives::kMostPeers;
  struct Inbox {
    int sender = -1;  ///< rank and lane, or domain and lane, of all messages so far
    std::vector<Parcel> waiting;
  };
  /// What the switch is adding up for a slot: sums in the order in which they will arrive.
  struct Sums {
    std::vector<int> parts_of;  ///< messages sent by each rank of the domain
    std::vector<Parcel> open;
    std::vector<int> parts_in;  ///< ranks that have contributed, by open sum
    int arrived = 0;
  };

  [[nodiscard]] std::size_t index(const Address& at) const {
    const std::size_t lane =
        static_cast<std::size_t>(at.rank) * static_cast<std::size_t>(lanes_) + static_cast<std::size_t>(at.lane);
    return lane * kSlots + static_cast<std::size_t>(at.slot);
  }
  [[nodiscard]] std::string claim(const Address& at, int sender, int lane);

  int ranks_;
  int lanes_;
  int domain_;
  std::vector<Inbox> inboxes_;
  std::unordered_map<std::size_t, Sums> sums_;
};

}  // namespace sealring::test
