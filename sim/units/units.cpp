#include "sim/units/units.hpp"

#include "sim/units/clock_range.hpp"

namespace sealring {
inline namespace units {
namespace {

Duration rounded_up(double femtos) {
  if (!(femtos < 9.2e18) || !(femtos > -9.2e18)) {
    throw ClockExceeded();
  }
  return Duration(static_cast<std::int64_t>(std::ceil(femtos)));
}

Duration quotient(double amount, double per_second) { return rounded_up(amount * kFemtosPerSecond / per_second); }

__extension__ typedef __int128 Wide;  // -Wpedantic refuses the bare name

// Doubles miss the exact ceiling by a tick in one case of 500, sometimes downwards. For rates of whole bytes per second
// (almost all) two wide products settle it: the smallest time whose bytes at this rate are at least the bytes asked.
Duration transfer(std::int64_t bytes, double per_second) {
  const Duration near = quotient(static_cast<double>(bytes), per_second);
  if (!(per_second >= 1 && per_second < 9e18) || per_second != std::floor(per_second)) {
    return near;
  }
  const Wide rate = static_cast<std::int64_t>(per_second);
  const Wide wanted = static_cast<Wide>(bytes) * 1'000'000'000'000'000;
  std::int64_t femtos = near.count();
  while (femtos * rate < wanted) {
    ++femtos;
  }
  while ((femtos - 1) * rate >= wanted) {
    --femtos;
  }
  return Duration(femtos);
}

}  // namespace

Duration duration_from_seconds(double seconds) { return rounded_up(seconds * kFemtosPerSecond); }
Duration operator/(Bytes bytes, Bandwidth rate) { return transfer(bytes.count(), rate.count()); }
Duration operator/(WireBytes bytes, Bandwidth rate) { return transfer(bytes.count(), rate.count()); }
Duration operator/(Cycles cycles, Frequency clock) { return quotient(cycles.count(), clock.count()); }
Duration operator/(Flops work, FlopRate rate) { return quotient(work.count(), rate.count()); }

Bytes operator*(Bandwidth rate, Duration time) {
  return Bytes(
      static_cast<std::int64_t>(std::floor(rate.count() * static_cast<double>(time.count()) / kFemtosPerSecond)));
}

Duration scaled(Duration d, double factor) { return rounded_up(static_cast<double>(d.count()) * factor); }

}  // namespace units
}  // namespace sealring
