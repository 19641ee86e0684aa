// In which order a ring visits the ranks.
#pragma once

#include "workloads/collectives/domains.hpp"

namespace sealring::collectives {

/// Domain after domain. Where there are several, each channel enters and leaves a domain at ranks of its own, so that
/// all adapters are used, and leaves it on the rail on which it enters the next one: every second domain is passed in
/// the opposite direction. Between the last domain and the first an odd number of domains changes the rail.
class RingOrder {
 public:
  explicit RingOrder(const Request& request) : domains_(request), turns_(domains_.count() > 1 && domains_.equal()) {}

  [[nodiscard]] int rank(int position, int channel) const {
    if (!turns_) {
      return position;
    }
    const int m = domains_.size();
    const int domain = domains_.of(position);
    const int step = domains_.index(position);
    const int entry = channel % m;
    return domains_.rank(domain, (domain % 2 == 0 ? entry + step : entry - 1 - step + 2 * m) % m);
  }

  [[nodiscard]] int position(int rank, int channel) const {
    if (!turns_) {
      return rank;
    }
    const int m = domains_.size();
    const int domain = domains_.of(rank);
    const int index = domains_.index(rank);
    const int entry = channel % m;
    return domains_.rank(domain, (domain % 2 == 0 ? index - entry + m : entry - 1 - index + 2 * m) % m);
  }

 private:
  Domains domains_;
  bool turns_;
};

}  // namespace sealring::collectives
