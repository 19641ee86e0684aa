// How long a station of fluctuating speed takes for its work.
#pragma once

#include <cstdint>

#include "models/fabric/network.hpp"

namespace sealring::fabric {

/// Models:  work (nominal service time, summed over all that the station served) cut into quanta of the pace's period;
///          work of quantum k takes u_k times as long, u_k uniform in [1 - spread, 1 + spread), independent, from seed
///          and k only. The time of a piece of work is the difference of a sum that follows from the work done before
///          and with it, rounded down, so it does not depend on how work is cut into slices; only work of less than one
///          femtosecond's pace is rounded up to it, and made up for by what follows.
/// Ignores: all but the last 4,096 quanta of a single piece of work, which take the mean pace; why the speed changes;
///          fluctuations that go on while the station is idle, or that several stations share.
/// Source:  sweeps of collectives over message sizes: the time above the ideal grows as the square root of the time, as
///          it does where independent fluctuations pass a bottleneck; but only as far as there is room before it.
///          Beyond the slots of the buffer, lost time grows with the time.
class PaceClock {
 public:
  PaceClock() = default;  ///< steady
  explicit PaceClock(const Pace& pace);

  [[nodiscard]] bool steady() const { return period_ == 0; }
  /// How long the next `work` femtoseconds take, in femtoseconds; never less than one. Where steady, as long as
  /// nominal.
  std::int64_t advance(std::int64_t work);
  /// The time of all work so far; stays zero where steady.
  [[nodiscard]] std::int64_t elapsed() const { return elapsed_; }

 private:
  [[nodiscard]] std::uint64_t draw(std::uint64_t quantum) const;
  [[nodiscard]] std::int64_t stretched(std::int64_t work) const;
  void skip(std::int64_t quanta);  ///< at the mean pace

  std::int64_t period_ = 0;
  std::uint64_t seed_ = 0;
  std::uint64_t spread_ = 0;   ///< in fractions of kOne
  std::uint64_t quantum_ = 0;  ///< number of the current one
  std::uint64_t factor_ = 0;   ///< of the current one, in fractions of kOne
  std::int64_t into_ = 0;      ///< work done of the current quantum
  std::int64_t before_ = 0;    ///< time of all earlier quanta
  std::int64_t elapsed_ = 0;
};

}  // namespace sealring::fabric
