// Storage that is reused: nothing is allocated once it has grown to the largest number in use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace sealring::fabric {

inline constexpr std::uint32_t kNone = 0xFFFFFFFFU;

/// Objects named by index; the one freed last is handed out first, because it is still in the cache.
template <class T>
class Pool {
 public:
  std::uint32_t take() {
    if (free_.empty()) {
      items_.emplace_back();
      return static_cast<std::uint32_t>(items_.size() - 1);
    }
    const std::uint32_t index = free_.back();
    free_.pop_back();
    return index;
  }
  void give_back(std::uint32_t index) { free_.push_back(index); }
  T& operator[](std::uint32_t index) { return items_[index]; }
  const T& operator[](std::uint32_t index) const { return items_[index]; }
  [[nodiscard]] std::uint32_t size() const {
    return static_cast<std::uint32_t>(items_.size());
  }  ///< free ones included

 private:
  std::vector<T> items_;
  std::vector<std::uint32_t> free_;
};

/// Instants in order, earliest first. Insertion looks from the back: what comes is nearly always the latest.
class SortedRing {
 public:
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] std::uint32_t size() const { return count_; }
  [[nodiscard]] std::int64_t front() const { return cells_[begin_]; }
  void pop() {
    begin_ = (begin_ + 1) & mask();
    --count_;
  }
  void insert(std::int64_t value) {
    if (count_ == capacity_) {
      grow();
    }
    std::uint32_t at = count_++;
    while (at > 0 && cell(at - 1) > value) {
      cell(at) = cell(at - 1);
      --at;
    }
    cell(at) = value;
  }

 private:
  [[nodiscard]] std::uint32_t mask() const { return capacity_ - 1; }
  std::int64_t& cell(std::uint32_t i) { return cells_[(begin_ + i) & mask()]; }
  void grow() {
    const std::uint32_t wide = capacity_ == 0 ? 4 : 2 * capacity_;
    auto wider = std::make_unique<std::int64_t[]>(wide);
    for (std::uint32_t i = 0; i < count_; ++i) {
      wider[i] = cell(i);
    }
    cells_ = std::move(wider);
    capacity_ = wide;
    begin_ = 0;
  }
  std::unique_ptr<std::int64_t[]> cells_;
  std::uint32_t capacity_ = 0;  ///< a power of two
  std::uint32_t begin_ = 0;
  std::uint32_t count_ = 0;
};

}  // namespace sealring::fabric
