#include "models/fabric/pace_clock.hpp"

#include <algorithm>

#include "models/fabric/seeded.hpp"

namespace sealring::fabric {
namespace {

__extension__ using Wide = unsigned __int128;  // femtoseconds x fractions: beyond 64 bits

constexpr unsigned kBits = 31;
constexpr std::int64_t kMostQuanta = 1 << 12;
constexpr std::uint64_t kOne = std::uint64_t{1} << kBits;

}  // namespace

PaceClock::PaceClock(const Pace& pace) {
  if (pace.spread > 0) {
    period_ = pace.period.count();
    seed_ = pace.seed;
    spread_ = static_cast<std::uint64_t>(pace.spread * static_cast<double>(kOne));  // exact, then rounded down
    factor_ = draw(0);
  }
}

/// 32 random bits spread over twice the spread: fits into 64.
std::uint64_t PaceClock::draw(std::uint64_t quantum) const {
  const std::uint64_t random = splitmix64(seed_ + quantum * kSplitmixStep) >> 32U;
  return kOne - spread_ + ((2 * spread_ * random) >> 32U);
}

std::int64_t PaceClock::stretched(std::int64_t work) const {
  return static_cast<std::int64_t>(static_cast<Wide>(work) * factor_ >> kBits);
}

void PaceClock::skip(std::int64_t quanta) {
  into_ -= quanta * period_;
  before_ += quanta * period_;
  quantum_ += static_cast<std::uint64_t>(quanta);
}

std::int64_t PaceClock::advance(std::int64_t work) {
  if (steady()) {
    return work;
  }
  into_ += work;
  if (into_ / period_ > kMostQuanta) {
    skip(into_ / period_ - kMostQuanta);
  }
  while (into_ >= period_) {
    into_ -= period_;
    before_ += stretched(period_);
    factor_ = draw(++quantum_);
  }
  const std::int64_t earlier = elapsed_;
  elapsed_ = std::max(before_ + stretched(into_), earlier + 1);
  return elapsed_ - earlier;
}

}  // namespace sealring::fabric
