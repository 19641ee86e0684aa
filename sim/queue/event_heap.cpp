#include "sim/queue/event_heap.hpp"

#include <algorithm>

namespace sealring::queue {
namespace {

/// `b` where `second`, else `a`; arithmetic, because a branch on the order of two children is mispredicted half the
/// time.
std::size_t either(std::size_t a, std::size_t b, bool second) { return a + ((b - a) & (std::size_t{0} - second)); }

}  // namespace

EventHeap::EventHeap() { grow(); }

/// The instants nearly always decide; their minimum comes without waiting for an index to load from.
inline EventHeap::Child EventHeap::least_of_four(const EventKey* keys, std::size_t child) {
  const EventKey* const four = keys + child;
  const std::uint64_t low = std::min(four[0].at, four[1].at);
  const std::uint64_t high = std::min(four[2].at, four[3].at);
  const std::size_t lower = child + std::size_t{four[1].at < four[0].at};
  const std::size_t higher = child + 2 + std::size_t{four[3].at < four[2].at};
  const bool tied =
      (unsigned{four[0].at == four[1].at} | unsigned{four[2].at == four[3].at} | unsigned{low == high}) != 0;
  const bool rarely = __builtin_expect(tied, 0) != 0;
  return {std::min(low, high), rarely ? least_of_tied(keys, child) : either(lower, higher, high < low)};
}

std::size_t EventHeap::least_of_tied(const EventKey* keys, std::size_t child) {
  const std::size_t low = either(child, child + 1, order_of(keys[child + 1]) < order_of(keys[child]));
  const std::size_t high = either(child + 2, child + 3, order_of(keys[child + 3]) < order_of(keys[child + 2]));
  return either(low, high, order_of(keys[high]) < order_of(keys[low]));
}

void EventHeap::sift_down(EventKey key, std::uint32_t slot) {
  EventKey* const keys = keys_.data();
  std::uint32_t* const slots = slots_.data();
  std::size_t at = kRoot;
  for (std::size_t child = 4; child < end_; child = 4 * at - 8) {  // those that are missing are later than everything
    const Child least = least_of_four(keys, child);
    if (key.at < least.at || (key.at == least.at && key.rest < keys[least.place].rest)) {
      break;
    }
    keys[at] = {least.at, keys[least.place].rest};
    slots[at] = slots[least.place];
    at = least.place;
  }
  keys[at] = key;
  slots[at] = slot;
}

void EventHeap::drop_first() {
  hole_ = false;
  const EventKey last = keys_[--end_];
  keys_[end_] = kNever;
  if (end_ > kRoot) {
    sift_down(last, slots_[end_]);
  }
}

void EventHeap::grow() {
  const std::size_t size = std::max<std::size_t>(64, 2 * keys_.size());
  keys_.resize(size, kNever);
  slots_.resize(size);
}

}  // namespace sealring::queue
