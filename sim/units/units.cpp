#include "sim/units/units.hpp"

#include <stdexcept>

namespace sealring {
inline namespace units {
namespace {

Duration rounded_up(double femtos) {
  if (!(femtos < 9.2e18) || !(femtos > -9.2e18)) {
    throw std::out_of_range("a simulated time exceeds 2.5 hours, the range of the clock");
  }
  return Duration(static_cast<std::int64_t>(std::ceil(femtos)));
}

Duration quotient(double amount, double per_second) { return rounded_up(amount * kFemtosPerSecond / per_second); }

}  // namespace

Duration duration_from_seconds(double seconds) { return rounded_up(seconds * kFemtosPerSecond); }
Duration operator/(Bytes bytes, Bandwidth rate) { return quotient(static_cast<double>(bytes.count()), rate.count()); }
Duration operator/(WireBytes bytes, Bandwidth rate) { return quotient(static_cast<double>(bytes.count()), rate.count()); }
Duration operator/(Cycles cycles, Frequency clock) { return quotient(cycles.count(), clock.count()); }
Duration operator/(Flops work, FlopRate rate) { return quotient(work.count(), rate.count()); }

Bytes operator*(Bandwidth rate, Duration time) {
  return Bytes(static_cast<std::int64_t>(std::floor(rate.count() * static_cast<double>(time.count()) / kFemtosPerSecond)));
}

Duration scaled(Duration d, double factor) { return rounded_up(static_cast<double>(d.count()) * factor); }

}  // namespace units
}  // namespace sealring
