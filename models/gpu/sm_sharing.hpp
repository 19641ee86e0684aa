// The SMs of one GPU as a shared server: who gets how many, and when the next kernel is done.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/units/units.hpp"

namespace sealring::gpu {

/// Models:  kernels that fit together run at full speed. When their demands exceed what held SMs leave over, the rest
/// is
///          shared max-min fair: a small demand is met in full, the large ones get equal shares, and a kernel runs at
///          the ratio of its share to its demand. Held SMs (resident communication kernels) are never taken away, but
///          leave at least one SM to the others. Work is counted in integers (femtoseconds x millionths of an SM) and
///          conserved exactly over any number of changes; only the end of a kernel is rounded, up, by less than a
///          femtosecond.
/// Ignores: block granularity and wave quantisation, priorities, contention for HBM, caches and registers.
/// Source:  max-min fairness (Bertsekas and Gallager, Data Networks, 6.5.2).
class SmSharing {
 public:
  using Key = std::uint32_t;
  explicit SmSharing(int sms);

  /// A kernel of `alone` time that keeps `sms` SMs busy (clipped to the GPU).
  void add(Key key, Duration alone, double sms);
  void hold(double sms);
  void release(double sms);  ///< throws std::logic_error when less is held
  /// Lets time pass at the present speeds.
  void advance(Duration time);
  /// Removes one kernel whose work is done, in order of arrival.
  std::optional<Key> take_finished();
  /// Time until the first kernel is done at the present speeds.
  [[nodiscard]] std::optional<Duration> next_finish() const;

  [[nodiscard]] bool empty() const { return residents_.empty(); }
  [[nodiscard]] double speed(Key key) const;  ///< 1 when undisturbed
  [[nodiscard]] double held() const;

 private:
  __extension__ using Work = __int128;  // femtoseconds x millionths of an SM: beyond 64 bits
  struct Resident {
    Key key = 0;
    Work left = 0;
    std::int64_t demand = 0;
    std::int64_t share = 0;
  };
  void share_out();
  void share_max_min(std::int64_t capacity);

  std::int64_t capacity_;
  std::int64_t held_ = 0;
  std::vector<Resident> residents_;
  std::vector<std::uint32_t> by_demand_;
};

}  // namespace sealring::gpu
