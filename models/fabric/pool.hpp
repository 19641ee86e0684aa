// Storage that is reused: nothing is allocated once it has grown to the largest number in use.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "sim/queue/line_allocator.hpp"

namespace sealring::fabric {

inline constexpr std::uint32_t kNone = 0xFFFFFFFFU;

/// A row of objects that grows at its end and never moves them: copying large rows would cost more than using them.
template <class T>
class Blocks {
 public:
  T& operator[](std::uint32_t index) { return blocks_[index / kBlock][index % kBlock]; }
  const T& operator[](std::uint32_t index) const { return blocks_[index / kBlock][index % kBlock]; }
  [[nodiscard]] std::uint32_t size() const { return size_; }
  std::uint32_t add() {
    if (size_ % kBlock == 0) {
      begin_block();
    }
    chunks_.back().emplace_back();
    return size_++;
  }

 private:
  using Chunk = std::vector<T, queue::LineAllocator<T>>;  ///< blocks that were allocated together; never reallocated
  static constexpr std::uint32_t kBlock = 1024;
  static constexpr std::size_t kBytes = kBlock * sizeof(T);
  /// One by one, until they fill a large page at once.
  void begin_block() {
    if (chunks_.empty() || chunks_.back().size() == chunks_.back().capacity()) {
      const bool many = blocks_.size() * kBytes >= queue::kLargePage / 2;
      chunks_.emplace_back();
      chunks_.back().reserve(kBlock * (many ? std::max<std::size_t>(1, queue::kLargePage / kBytes) : 1));
    }
    blocks_.push_back(chunks_.back().data() + chunks_.back().size());
  }
  std::vector<T*> blocks_;
  std::vector<Chunk> chunks_;
  std::uint32_t size_ = 0;
};

/// Objects named by index; the one freed last is handed out first, because it is still in the cache.
template <class T>
class Pool {
 public:
  std::uint32_t take() {
    if (free_.empty()) {
      return items_.add();
    }
    const std::uint32_t index = free_.back();
    free_.pop_back();
    return index;
  }
  void give_back(std::uint32_t index) { free_.push_back(index); }
  T& operator[](std::uint32_t index) { return items_[index]; }
  const T& operator[](std::uint32_t index) const { return items_[index]; }
  [[nodiscard]] std::uint32_t size() const { return items_.size(); }  ///< free ones included

 private:
  Blocks<T> items_;
  std::vector<std::uint32_t> free_;
};

/// Instants in order, earliest first. Insertion looks from the back: what comes is nearly always the latest. Two fit
/// without memory of their own, which is the usual number: one line less to touch.
class SortedRing {
 public:
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] std::uint32_t size() const { return count_; }
  [[nodiscard]] std::int64_t front() const { return (wide_ ? wide_.get() : near_)[begin_]; }
  void pop() {
    begin_ = (begin_ + 1) & mask_;
    --count_;
  }
  void insert(std::int64_t value) {
    if (count_ > mask_) {
      grow();
    }
    std::int64_t* const cells = wide_ ? wide_.get() : near_;
    std::uint32_t at = count_++;
    while (at > 0 && cells[place(at - 1)] > value) {
      cells[place(at)] = cells[place(at - 1)];
      --at;
    }
    cells[place(at)] = value;
  }

 private:
  static constexpr std::uint32_t kNear = 2;
  [[nodiscard]] std::uint32_t place(std::uint32_t i) const { return (begin_ + i) & mask_; }
  [[gnu::noinline]] void grow() {
    const std::int64_t* const cells = wide_ ? wide_.get() : near_;
    const std::uint32_t capacity = 2 * (mask_ + 1);
    auto wider = std::make_unique<std::int64_t[]>(capacity);
    for (std::uint32_t i = 0; i < count_; ++i) {
      wider[i] = cells[place(i)];
    }
    wide_ = std::move(wider);
    mask_ = capacity - 1;
    begin_ = 0;
  }
  std::int64_t near_[kNear] = {};
  std::unique_ptr<std::int64_t[]> wide_;
  std::uint32_t mask_ = kNear - 1;  ///< the capacity, a power of two, less one
  std::uint32_t begin_ = 0;
  std::uint32_t count_ = 0;
};

}  // namespace sealring::fabric
