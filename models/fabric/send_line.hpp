// Messages that a station has not come to, small.
#pragma once

#include <array>
#include <cstdint>

#include "models/fabric/pool.hpp"
#include "models/fabric/transport.hpp"
#include "sim/units/units.hpp"

namespace sealring::fabric {

/// A message that lies at its source behind others. A rank may send to everybody at once: all these as messages, with
/// their routes, would not fit the nearest cache, and each would be touched twice, long apart.
struct Unsent {
  std::int64_t sent_at = 0;  ///< femtoseconds
  Bytes payload;
  std::uint64_t token = 0;
  std::uint64_t serial = 0;
  std::uint32_t pair = 0;  ///< of the routes
};

struct alignas(64) UnsentBlock {
  static constexpr std::uint32_t kRoom = 6;
  std::array<Unsent, kRoom> messages{};
  std::uint32_t next = kNone;
};

/// First in, first out, in blocks of a pool.
class SendLine {
 public:
  using Blocks = Pool<UnsentBlock>;
  void push(Blocks& blocks, const Unsent& message) {
    if (first_ == kNone || end_ == UnsentBlock::kRoom) {
      append(blocks);
    }
    blocks[last_].messages[end_++] = message;
  }
  /// There must be one.
  Unsent pop(Blocks& blocks) {
    const std::uint32_t block = first_;
    const Unsent message = blocks[block].messages[begin_++];
    if (begin_ == (block == last_ ? end_ : UnsentBlock::kRoom)) {
      first_ = block == last_ ? kNone : blocks[block].next;
      begin_ = 0;
      blocks.give_back(block);
    }
    return message;
  }
  [[nodiscard]] bool empty() const { return first_ == kNone; }
  /// The next to be popped; there must be one. What follows it will be wanted soon after, and is asked for.
  [[nodiscard]] const Unsent& peek(const Blocks& blocks) const {
    const Unsent& next = blocks[first_].messages[begin_];
    if (begin_ + 1 < UnsentBlock::kRoom) {
      __builtin_prefetch(&next + 1);
    } else if (first_ != last_) {
      __builtin_prefetch(&blocks[blocks[first_].next]);
    }
    return next;
  }
  template <class Use>
  void for_each(const Blocks& blocks, Use use) const {
    std::uint32_t at = begin_;
    for (std::uint32_t block = first_; block != kNone; block = block == last_ ? kNone : blocks[block].next) {
      for (const std::uint32_t end = block == last_ ? end_ : UnsentBlock::kRoom; at < end; ++at) {
        use(blocks[block].messages[at]);
      }
      at = 0;
    }
  }

 private:
  void append(Blocks& blocks) {
    const std::uint32_t block = blocks.take();
    if (first_ == kNone) {
      first_ = block;
    } else {
      blocks[last_].next = block;
    }
    last_ = block;
    end_ = 0;
  }
  std::uint32_t first_ = kNone;
  std::uint32_t last_ = kNone;
  std::uint32_t begin_ = 0;  ///< in the first block
  std::uint32_t end_ = 0;    ///< in the last one
};

}  // namespace sealring::fabric
