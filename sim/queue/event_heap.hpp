// The order of events: keys, and a heap of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/queue/line_allocator.hpp"

namespace sealring::queue {

/// When an event is due, and its place among those of the same instant.
struct EventKey {
  std::uint64_t at;
  std::uint64_t rest;  ///< phase (2 bits), instance (32), sequence (30)
  friend bool operator<(const EventKey& a, const EventKey& b) {
    return a.at < b.at || (a.at == b.at && a.rest < b.rest);
  }
};
/// Later than every event.
inline constexpr EventKey kNever{~std::uint64_t{0}, ~std::uint64_t{0}};

/// A 4-ary heap of keys, the four children of a node in one cache line; the slots that they stand for are kept beside
/// them. The first entry can be left as a hole while its event runs: the next push fills it, because most events post
/// exactly one successor.
class EventHeap {
 public:
  EventHeap();
  /// Entries without the hole.
  [[nodiscard]] std::size_t size() const { return end_ - kRoot - (hole_ ? 1U : 0U); }
  /// Of the first entry, which must not be a hole; kNever when there is none.
  [[nodiscard]] const EventKey& first() const { return keys_[kRoot]; }
  [[nodiscard]] std::uint32_t first_slot() const { return slots_[kRoot]; }
  void leave_hole() { hole_ = true; }
  void close_hole() {
    if (hole_) {
      drop_first();
    }
  }
  void drop_first();

  void push(EventKey key, std::uint32_t slot) {
    if (hole_) {
      hole_ = false;
      sift_down(key, slot);
      return;
    }
    if (end_ == keys_.size()) {
      grow();
    }
    sift_up(end_++, key, slot);
  }

  /// Tells `use` the key and slot of every entry, in no order, and forgets them. There must be no hole.
  template <class Use>
  void drain(Use use) {
    for (; end_ > kRoot; keys_[end_] = kNever) {
      --end_;
      use(keys_[end_], slots_[end_]);
    }
  }

 private:
  static constexpr std::size_t kRoot = 3;  ///< so that the children of a node begin at a multiple of four

  __extension__ using Order = unsigned __int128;
  static Order order_of(const EventKey& key) { return (Order{key.at} << 64U) | key.rest; }

  void sift_up(std::size_t at, EventKey key, std::uint32_t slot) {
    while (at > kRoot) {
      const std::size_t parent = at / 4 + 2;
      if (order_of(key) > order_of(keys_[parent])) {
        break;
      }
      keys_[at] = keys_[parent];
      slots_[at] = slots_[parent];
      at = parent;
    }
    keys_[at] = key;
    slots_[at] = slot;
  }
  void sift_down(EventKey key, std::uint32_t slot);  ///< puts it where the hole at the top sinks to
  struct Child {
    std::uint64_t at;
    std::size_t place;
  };
  static Child least_of_four(const EventKey* keys, std::size_t child);
  static std::size_t least_of_tied(const EventKey* keys, std::size_t child);
  void grow();

  std::vector<EventKey, LineAllocator<EventKey>> keys_;  ///< from end_ on: later than everything
  std::vector<std::uint32_t> slots_;                     ///< per key
  std::size_t end_ = kRoot;
  bool hole_ = false;  ///< the first entry is the event that runs now
};

}  // namespace sealring::queue
