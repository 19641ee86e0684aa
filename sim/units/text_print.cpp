// Printing: exact for files, short for people.
#include <array>
#include <charconv>
#include <cmath>

#include "sim/units/number.hpp"
#include "sim/units/text.hpp"
#include "sim/units/unit_table.hpp"

namespace sealring {
inline namespace units {
namespace {

double size_of(const Unit& unit) { return std::ldexp(unit.multiple * std::pow(10.0, unit.exponent10), unit.exponent2); }

std::string joined(const std::string& number, std::string_view unit) { return number + " " + std::string(unit); }

// The largest unit of which the count is a whole multiple.
template <class T>
std::string exact_whole_text(T quantity) {
  const UnitTable& table = unit_table<T>();
  std::int64_t best = 1;
  std::string_view name = table.units.front().name;
  for (const Unit& unit : table.units) {
    const auto size = static_cast<std::int64_t>(size_of(unit));
    if (quantity.count() != 0 && quantity.count() % size == 0 && size > best) {
      best = size;
      name = unit.name;
    }
  }
  return joined(std::to_string(quantity.count() / best), name);
}

// The largest decimal unit that is not larger than the value and whose text reads back bit for bit.
template <class T>
std::string exact_real_text(T quantity, Parsed<T> (*parse)(std::string_view), std::string_view base) {
  std::string best = joined(number_text(quantity.count()), base);
  double best_size = 0;
  for (const Unit& unit : unit_table<T>().units) {
    const double size = size_of(unit);
    if (unit.exponent2 != 0 || size <= best_size || size > quantity.count()) {
      continue;
    }
    const std::string text = joined(number_text(quantity.count() / size), unit.name);
    const Parsed<T> back = parse(text);
    if (back.value && *back.value == quantity) {
      best = text;
      best_size = size;
    }
  }
  return best;
}

std::string four_digits(double value) {
  std::array<char, 64> buffer{};
  const bool plain = std::fabs(value) < 9999.5;
  const auto result =
      plain ? std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, 4)
            : std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, 6);
  return {buffer.data(), result.ptr};
}

struct Step {
  double size;
  std::string_view name;
};

// The largest step that is not larger than the value; the first when all are.
template <std::size_t N>
std::string human(double value, const std::array<Step, N>& steps) {
  Step best = steps.front();
  for (const Step& step : steps) {
    if (std::fabs(value) >= step.size) {
      best = step;
    }
  }
  return joined(four_digits(value / best.size), best.name);
}

}  // namespace

std::string exact_text(Bytes b) { return exact_whole_text(b); }
std::string exact_text(Duration d) { return exact_whole_text(d); }
std::string exact_text(Bandwidth b) { return exact_real_text(b, parse_bandwidth, "B/s"); }
std::string exact_text(Frequency f) { return exact_real_text(f, parse_frequency, "Hz"); }
std::string exact_text(FlopRate r) { return exact_real_text(r, parse_flop_rate, "FLOP/s"); }
std::string exact_text(Flops f) { return exact_real_text(f, parse_flops, "FLOP"); }
std::string exact_text(Seconds s) { return exact_real_text(s, parse_seconds, "s"); }

std::string human_text(Bytes b) {
  static constexpr std::array<Step, 5> kSteps{
      {{1, "B"}, {0x1p10, "KiB"}, {0x1p20, "MiB"}, {0x1p30, "GiB"}, {0x1p40, "TiB"}}};
  return human(static_cast<double>(b.count()), kSteps);
}

std::string human_text(Duration d) {
  static constexpr std::array<Step, 6> kSteps{
      {{1, "fs"}, {1e3, "ps"}, {1e6, "ns"}, {1e9, "us"}, {1e12, "ms"}, {1e15, "s"}}};
  return d.count() == 0 ? "0 s" : human(static_cast<double>(d.count()), kSteps);
}

std::string human_text(Bandwidth b) {
  static constexpr std::array<Step, 5> kSteps{
      {{1, "B/s"}, {1e3, "kB/s"}, {1e6, "MB/s"}, {1e9, "GB/s"}, {1e12, "TB/s"}}};
  return human(b.count(), kSteps);
}

std::string human_text(Seconds s) {
  static constexpr std::array<Step, 7> kSteps{
      {{1e-9, "ns"}, {1e-6, "us"}, {1e-3, "ms"}, {1, "s"}, {120, "min"}, {7200, "h"}, {172800, "d"}}};
  static constexpr std::array<double, 7> kSizes{1e-9, 1e-6, 1e-3, 1, 60, 3600, 86400};
  if (s.count() == 0) {
    return "0 s";
  }
  std::size_t best = 0;
  for (std::size_t i = 0; i < kSteps.size(); ++i) {
    best = std::fabs(s.count()) >= kSteps[i].size ? i : best;
  }
  return joined(four_digits(s.count() / kSizes[best]), kSteps[best].name);
}

}  // namespace units
}  // namespace sealring
