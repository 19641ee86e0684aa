#include "studies/report/text.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

namespace sealring::report {
namespace {

std::string print(const char* format, double value) {
  if (!std::isfinite(value)) {
    return "-";
  }
  std::array<char, 512> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, value);
  return buffer.data();
}

/// What rounds to zero has no sign.
double tenths(double percent) {
  const double rounded = std::round(percent * 10) / 10;
  return rounded == 0 ? 0 : rounded;
}

}  // namespace

std::string times_text(double ratio) { return print("%.2fx", ratio); }

std::string percent_text(double fraction) { return print("%.1f %%", tenths(fraction * 100)); }

std::string change_text(double fraction) { return print("%+.1f %%", tenths(fraction * 100)); }

double ratio(double part, double whole) { return whole == 0 ? std::numeric_limits<double>::quiet_NaN() : part / whole; }

}  // namespace sealring::report
