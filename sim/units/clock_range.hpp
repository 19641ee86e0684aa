// The end of simulated time.
#pragma once

#include <stdexcept>

namespace sealring {
inline namespace units {

/// A machine so slow, or a job so long, that its times leave the range of the clock: the input's fault (exit code 2).
class ClockExceeded : public std::out_of_range {
 public:
  ClockExceeded() : std::out_of_range("a simulated time exceeds 2.5 hours, the range of the clock") {}
};

}  // namespace units
}  // namespace sealring
