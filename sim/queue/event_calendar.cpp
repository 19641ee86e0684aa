#include "sim/queue/event_calendar.hpp"

#include <utility>

namespace sealring::queue {

std::uint32_t EventCalendar::take_day() {
  const std::size_t start = (today_ + 1) % kDays;
  std::size_t word = start / kWord;
  std::uint64_t bits = used_[word] & (~std::uint64_t{0} << start % kWord);
  while (bits == 0) {
    word = (word + 1) % used_.size();
    bits = used_[word];
  }
  const std::size_t day = word * kWord + static_cast<std::size_t>(__builtin_ctzll(bits));
  used_[word] &= ~(std::uint64_t{1} << day % kWord);
  today_ += 1 + (day + kDays - start) % kDays;
  return std::exchange(first_[day], kNobody);
}

}  // namespace sealring::queue
