#include "studies/report/axis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "sim/units/text.hpp"

namespace sealring::report {
namespace {

constexpr int kTicksAimedAt = 6;
constexpr int kDecadesWithInnerTicks = 3;
constexpr int kDecadesWithEveryTick = 8;
constexpr int kMostDoublings = 52;                     // 4 PiB
constexpr std::array<int, 4> kDoublings{1, 2, 5, 10};  // between ticks of bytes; 5 and 10 meet every prefix

std::string tick_text(double value) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.6g", value);
  return buffer.data();
}

/// 10^exponent, exact where a double can be: pow may be off by one unit in the last place.
double power_of_ten(int exponent) {
  double power = 1;
  for (int i = 0; i < std::abs(exponent); ++i) {
    power *= 10;
  }
  return exponent < 0 ? 1 / power : power;
}

/// The smallest of 1, 2, 5 times a power of ten that is at least `rough`.
double nice_step(double rough) {
  const double power = power_of_ten(static_cast<int>(std::floor(std::log10(rough))));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough * (1 - 1e-9)) {
      return factor * power;
    }
  }
  return 10 * power;
}

std::vector<double> log_candidates(int low_decade, int high_decade) {
  const int decades = high_decade - low_decade;
  const int stride =
      decades <= kDecadesWithEveryTick ? 1 : (decades + kDecadesWithEveryTick - 1) / kDecadesWithEveryTick;
  std::vector<double> values;
  for (int decade = low_decade; decade < high_decade + stride; decade += stride) {
    values.push_back(power_of_ten(decade));
    if (decades <= kDecadesWithInnerTicks) {
      values.push_back(2 * values.back());
      values.push_back(2.5 * values.back());
    }
  }
  return values;
}

}  // namespace

Axis::Axis(Scale scale, const std::vector<double>& values) : scale_(scale) {
  std::vector<double> drawn;
  std::copy_if(values.begin(), values.end(), std::back_inserter(drawn), [this](double v) { return can_draw(v); });
  const bool any = !drawn.empty();
  const double low = any ? *std::min_element(drawn.begin(), drawn.end()) : (scale == Scale::kLinear ? 0 : 1);
  const double high = any ? *std::max_element(drawn.begin(), drawn.end()) : (scale == Scale::kLinear ? 1 : 10);
  if (scale == Scale::kLog) {
    cover_log(low, high);
  } else if (scale == Scale::kBytes) {
    cover_bytes(low, high);
  } else {
    cover_linear(low, high);
  }
}

bool Axis::can_draw(double value) const { return std::isfinite(value) && (scale_ == Scale::kLinear || value > 0); }

double Axis::position(double value) const {
  if (scale_ != Scale::kLinear) {
    return (std::log10(value) - std::log10(low_)) / (std::log10(high_) - std::log10(low_));
  }
  return (value - low_) / (high_ - low_);
}

void Axis::cover_linear(double low, double high) {
  low = std::min(low, 0.0);  // a linear axis that does not start at zero exaggerates
  high = std::max(high, 0.0);
  const double step = nice_step((high > low ? high - low : 1) / kTicksAimedAt);
  const int first = static_cast<int>(std::floor(low / step + 1e-9));
  const int last = std::max(static_cast<int>(std::ceil(high / step - 1e-9)), first + 1);
  for (int k = first; k <= last; ++k) {
    ticks_.push_back({k * step, tick_text(k * step)});
  }
  low_ = ticks_.front().value;
  high_ = ticks_.back().value;
}

void Axis::cover_log(double low, double high) {
  const int low_decade = static_cast<int>(std::floor(std::log10(low)));
  const int high_decade = std::max(static_cast<int>(std::ceil(std::log10(high))), low_decade + 1);
  std::vector<double> values = log_candidates(low_decade, high_decade);
  const auto above = std::find_if(values.begin(), values.end(), [low](double v) { return v > low * (1 + 1e-9); });
  values.erase(values.begin(), above == values.begin() ? above : above - 1);
  const auto end = std::find_if(values.begin(), values.end(), [high](double v) { return v >= high * (1 - 1e-9); });
  values.erase(end == values.end() ? end : end + 1, values.end());
  if (values.size() < 2) {
    values.push_back(values.front() * 10);
  }
  for (const double value : values) {
    ticks_.push_back({value, tick_text(value)});
  }
  low_ = values.front();
  high_ = values.back();
}

void Axis::cover_bytes(double low, double high) {
  const int first = std::clamp(static_cast<int>(std::floor(std::log2(low))), 0, kMostDoublings - 1);
  const int last = std::clamp(static_cast<int>(std::ceil(std::log2(high))), first + 1, kMostDoublings);
  const auto* stride = std::find_if(
      kDoublings.begin(), kDoublings.end() - 1, [&](int s) { return (last - first) / s < kDecadesWithEveryTick; });
  int power = first / *stride * *stride;
  for (; power < last; power += *stride) {
    ticks_.push_back({std::ldexp(1.0, power), human_text(Bytes(std::int64_t{1} << power))});
  }
  ticks_.push_back({std::ldexp(1.0, power), human_text(Bytes(std::int64_t{1} << power))});
  low_ = ticks_.front().value;
  high_ = ticks_.back().value;
}

}  // namespace sealring::report
