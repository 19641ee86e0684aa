#include "sim/units/text.hpp"

#include <cmath>

#include "sim/units/number.hpp"
#include "sim/units/unit_table.hpp"

namespace sealring {
inline namespace units {
namespace {

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

std::string needs_one_of(const UnitTable& table) {
  std::string out = std::string(table.noun) + " needs one of: ";
  for (std::size_t i = 0; i < table.units.size(); ++i) {
    out += (i == 0 ? "" : ", ") + std::string(table.units[i].name);
  }
  return out;
}

std::string fault_sentence(std::string_view text, NumberFault fault, const UnitTable& table) {
  switch (fault) {
    case NumberFault::kNegative: return quoted(text) + " is negative; " + std::string(table.noun) + " is at least 0";
    case NumberFault::kLeadingZero: return quoted(text) + " has a leading zero; write the number without it";
    case NumberFault::kNotFinite: return quoted(text) + " is not a finite number";
    default: return quoted(text) + " does not begin with a number; " + needs_one_of(table) + " after a number";
  }
}

const Unit* find_unit(const UnitTable& table, std::string_view name) {
  for (const Unit& unit : table.units) {
    if (unit.name == name) {
      return &unit;
    }
  }
  return nullptr;
}

/// A number and its unit, or the sentence that says what is wrong.
struct Measure {
  ScannedNumber number;
  const Unit* unit = nullptr;
  std::string error;
};

Measure measure(std::string_view text, const UnitTable& table) {
  Measure out;
  out.number = scan_number(text);
  if (out.number.fault != NumberFault::kNone) {
    out.error = fault_sentence(text, out.number.fault, table);
    return out;
  }
  const std::string_view rest = out.number.rest;
  const std::string_view name = rest.substr(0, rest.find_first_of(" \t"));
  out.unit = find_unit(table, name);
  if (rest.empty()) {
    out.error = quoted(text) + " has no unit; " + needs_one_of(table);
  } else if (out.unit == nullptr) {
    out.error = quoted(text) + " has the unknown unit " + quoted(name) + "; " + needs_one_of(table);
  } else if (name.size() != rest.size()) {
    out.error = quoted(text) + " goes on after its unit with " + quoted(without_blanks(rest.substr(name.size())));
  }
  return out;
}

/// What to say of a value that is no whole number of ticks, or too many.
struct WholeLimits {
  const char* tick;
  const char* most;
};

template <class T>
Parsed<T> parse_whole_quantity(std::string_view text, const WholeLimits& limits) {
  const Measure found = measure(text, unit_table<T>());
  if (!found.error.empty()) {
    return {std::nullopt, found.error};
  }
  const Whole whole = to_whole(found.number, found.unit->exponent10, found.unit->exponent2);
  if (whole.fault == WholeFault::kNotWhole) {
    return {std::nullopt, quoted(text) + " is not a whole number of " + limits.tick};
  }
  if (whole.fault == WholeFault::kTooLarge) {
    return {std::nullopt, quoted(text) + " is too large; the most is " + limits.most};
  }
  return {T(whole.value), ""};
}

// Correctly rounded for every unit without a multiple: the power of ten joins the decimal text, the power of two is
// exact.
template <class T>
Parsed<T> parse_real_quantity(std::string_view text) {
  const Measure found = measure(text, unit_table<T>());
  if (!found.error.empty()) {
    return {std::nullopt, found.error};
  }
  const std::optional<double> decimal = to_double(found.number, found.unit->exponent10);
  const double value = decimal ? std::ldexp(*decimal, found.unit->exponent2) * found.unit->multiple : 0;
  if (!decimal || !std::isfinite(value)) {
    return {std::nullopt, quoted(text) + " is beyond the range of a number (1e-307 to 1e308)"};
  }
  return {T(value), ""};
}

}  // namespace

Parsed<Bytes> parse_bytes(std::string_view text) {
  return parse_whole_quantity<Bytes>(text, {"bytes", "9223372036854775807 B"});
}
Parsed<Duration> parse_duration(std::string_view text) {
  return parse_whole_quantity<Duration>(
      text, {"femtoseconds, the tick of the clock", "9223 s (2.5 hours), the range of the clock"});
}
Parsed<Bandwidth> parse_bandwidth(std::string_view text) { return parse_real_quantity<Bandwidth>(text); }
Parsed<Frequency> parse_frequency(std::string_view text) { return parse_real_quantity<Frequency>(text); }
Parsed<FlopRate> parse_flop_rate(std::string_view text) { return parse_real_quantity<FlopRate>(text); }
Parsed<Flops> parse_flops(std::string_view text) { return parse_real_quantity<Flops>(text); }
Parsed<Seconds> parse_seconds(std::string_view text) { return parse_real_quantity<Seconds>(text); }

std::vector<std::string> split(std::string_view text, char mark) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == mark) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

}  // namespace units
}  // namespace sealring
