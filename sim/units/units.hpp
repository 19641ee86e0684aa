// The quantities of the simulator as types: mixing bytes with wire bytes, or an instant with a duration, does not
// compile.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "sim/units/clock_range.hpp"

namespace sealring {
inline namespace units {

/// A number with a meaning. Construction is explicit; same-type sums and orders, scaling by a plain number.
template <class Tag, class Rep>
class Quantity {
 public:
  using rep = Rep;
  constexpr Quantity() = default;
  constexpr explicit Quantity(Rep value) : value_(value) {}
  [[nodiscard]] constexpr Rep count() const { return value_; }
  static constexpr Quantity max() { return Quantity(std::numeric_limits<Rep>::max()); }

  constexpr Quantity& operator+=(Quantity o) {
    value_ += o.value_;
    return *this;
  }
  constexpr Quantity& operator-=(Quantity o) {
    value_ -= o.value_;
    return *this;
  }
  friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity(a.value_ + b.value_); }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity(a.value_ - b.value_); }
  friend constexpr Quantity operator*(Quantity a, Rep k) { return Quantity(a.value_ * k); }
  friend constexpr Quantity operator*(Rep k, Quantity a) { return Quantity(k * a.value_); }
  friend constexpr Quantity operator/(Quantity a, Rep k) { return Quantity(a.value_ / k); }
  friend constexpr bool operator==(Quantity a, Quantity b) { return a.value_ == b.value_; }
  friend constexpr bool operator!=(Quantity a, Quantity b) { return a.value_ != b.value_; }
  friend constexpr bool operator<(Quantity a, Quantity b) { return a.value_ < b.value_; }
  friend constexpr bool operator<=(Quantity a, Quantity b) { return a.value_ <= b.value_; }
  friend constexpr bool operator>(Quantity a, Quantity b) { return a.value_ > b.value_; }
  friend constexpr bool operator>=(Quantity a, Quantity b) { return a.value_ >= b.value_; }

 private:
  Rep value_{};
};

using Bytes = Quantity<struct BytesTag, std::int64_t>;  ///< payload
using WireBytes =
    Quantity<struct WireBytesTag, std::int64_t>;  ///< payload plus framing; made by framing and protection only
using Duration = Quantity<struct DurationTag, std::int64_t>;  ///< femtoseconds; 2.5 hours of range
using Bandwidth = Quantity<struct BandwidthTag, double>;      ///< bytes per second, one direction
using Frequency = Quantity<struct FrequencyTag, double>;      ///< hertz
using Cycles = Quantity<struct CyclesTag, double>;
using Flops = Quantity<struct FlopsTag, double>;        ///< floating-point operations (a multiply-add is two)
using FlopRate = Quantity<struct FlopRateTag, double>;  ///< floating-point operations per second
using Seconds = Quantity<struct SecondsTag, double>;    ///< job lengths and set-up: beyond the range of Duration

inline constexpr double kFemtosPerSecond = 1e15;

/// A point on the simulated clock. Instants differ by durations and cannot be added. Moving one beyond the clock's
/// range throws ClockExceeded.
class Instant {
 public:
  constexpr Instant() = default;
  constexpr explicit Instant(Duration since_start) : since_start_(since_start) {}
  [[nodiscard]] constexpr Duration since_start() const { return since_start_; }
  [[nodiscard]] constexpr std::int64_t count() const { return since_start_.count(); }
  static constexpr Instant max() { return Instant(Duration::max()); }
  constexpr Instant& operator+=(Duration d) {
    since_start_ = later(since_start_, d);
    return *this;
  }
  friend constexpr Instant operator+(Instant t, Duration d) { return Instant(later(t.since_start_, d)); }
  friend constexpr Instant operator-(Instant t, Duration d) { return Instant(t.since_start_ - d); }
  friend constexpr Duration operator-(Instant a, Instant b) { return a.since_start_ - b.since_start_; }
  friend constexpr bool operator==(Instant a, Instant b) { return a.since_start_ == b.since_start_; }
  friend constexpr bool operator!=(Instant a, Instant b) { return a.since_start_ != b.since_start_; }
  friend constexpr bool operator<(Instant a, Instant b) { return a.since_start_ < b.since_start_; }
  friend constexpr bool operator<=(Instant a, Instant b) { return a.since_start_ <= b.since_start_; }
  friend constexpr bool operator>(Instant a, Instant b) { return a.since_start_ > b.since_start_; }
  friend constexpr bool operator>=(Instant a, Instant b) { return a.since_start_ >= b.since_start_; }

 private:
  /// Signed sums must not go round: the range ends within a user's reach.
  static constexpr Duration later(Duration from, Duration by) {
    std::int64_t sum = 0;
    if (__builtin_add_overflow(from.count(), by.count(), &sum)) {
      throw ClockExceeded();
    }
    return Duration(sum);
  }

  Duration since_start_{};
};

constexpr Duration femtoseconds(std::int64_t n) { return Duration(n); }
constexpr Duration picoseconds(std::int64_t n) { return Duration(n * 1'000); }
constexpr Duration nanoseconds(std::int64_t n) { return Duration(n * 1'000'000); }
constexpr Duration microseconds(std::int64_t n) { return Duration(n * 1'000'000'000); }
constexpr Duration milliseconds(std::int64_t n) { return Duration(n * 1'000'000'000'000); }
constexpr Bytes kibibytes(std::int64_t n) { return Bytes(n << 10); }
constexpr Bytes mebibytes(std::int64_t n) { return Bytes(n << 20); }
constexpr Bytes gibibytes(std::int64_t n) { return Bytes(n << 30); }
constexpr Bandwidth gigabytes_per_second(double n) { return Bandwidth(n * 1e9); }

/// Throws std::out_of_range when the result leaves the range of Duration.
Duration duration_from_seconds(double seconds);
inline double to_seconds(Duration d) { return static_cast<double>(d.count()) / kFemtosPerSecond; }
inline double to_microseconds(Duration d) { return static_cast<double>(d.count()) / 1e9; }

// Every cross-type operation there is. Times round up, so nothing is ever faster than its rate allows.
Duration operator/(Bytes bytes, Bandwidth rate);
Duration operator/(WireBytes bytes, Bandwidth rate);
Duration operator/(Cycles cycles, Frequency clock);
Duration operator/(Flops work, FlopRate rate);
Bytes operator*(Bandwidth rate, Duration time);  ///< rounds down
/// Stretches or shrinks a time by a plain factor, rounding up.
Duration scaled(Duration d, double factor);

}  // namespace units
}  // namespace sealring
