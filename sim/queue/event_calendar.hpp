// Events that are not due yet, by the day on which they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sealring::queue {

/// A year of days of equal length, each an unordered list of slots that the owner links. Only today's events need an
/// order among them, so whoever has many pending enters those of later days here, at the cost of a list, and orders one
/// day at a time. Idea: R. Brown, "Calendar queues", CACM 31 (10), 1988.
class EventCalendar {
 public:
  static constexpr std::uint32_t kNobody = 0xFFFFFFFFU;

  EventCalendar() : used_(kDays / kWord), first_(kDays, kNobody) {}
  [[nodiscard]] std::size_t size() const { return size_; }
  /// The first instant after today: earlier ones have no place here.
  [[nodiscard]] std::uint64_t tomorrow() const { return (today_ + 1) << shift_; }
  /// The first instant that is too far ahead.
  [[nodiscard]] std::uint64_t next_year() const { return (today_ + kDays) << shift_; }

  /// `at` lies from tomorrow() to before next_year(). Returns the slot that follows in the list of its day.
  std::uint32_t enter(std::uint64_t at, std::uint32_t slot) {
    const std::size_t day = (at >> shift_) % kDays;
    ++size_;
    used_[day / kWord] |= std::uint64_t{1} << day % kWord;
    const std::uint32_t follows = first_[day];
    first_[day] = slot;
    return follows;
  }
  /// The next day with events becomes today: the first slot of its list, which is forgotten. `size()` must not be zero;
  /// the caller says with `took` how many there were.
  std::uint32_t take_day();
  void took(std::size_t events) { size_ -= events; }

  /// Where nothing is entered: days last 2^shift femtoseconds, and that of `now` is today.
  void begin(unsigned shift, std::uint64_t now) {
    shift_ = shift;
    today_ = now >> shift;
  }
  [[nodiscard]] unsigned shift() const { return shift_; }

 private:
  static constexpr std::size_t kDays = 16'384;  ///< events come in bunches with long pauses
  static constexpr std::size_t kWord = 64;
  unsigned shift_ = 20;  ///< 1 ns
  std::uint64_t today_ = 0;
  std::size_t size_ = 0;
  std::vector<std::uint64_t> used_;  ///< a bit per day with events
  std::vector<std::uint32_t> first_;
};

}  // namespace sealring::queue
