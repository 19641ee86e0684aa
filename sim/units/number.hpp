// Decimal numbers as people write them: no leading zeros, no NaN, no locale. Shared by quantities and plain numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sim/units/text.hpp"

namespace sealring {
inline namespace units {

enum class NumberFault { kNone, kMissing, kNegative, kLeadingZero, kNotFinite };

/// The number at the front of a text, and what follows it with surrounding blanks removed.
struct ScannedNumber {
  NumberFault fault = NumberFault::kNone;
  bool negative = false;
  std::string_view mantissa;  ///< digits with at most one point, "26.5625"
  int exponent = 0;           ///< of ten
  std::string_view rest;
};

ScannedNumber scan_number(std::string_view text, bool allow_negative = false);

/// The value times 10^extra_exponent, correctly rounded; none when it leaves the range of a double.
std::optional<double> to_double(const ScannedNumber& number, int extra_exponent = 0);

/// The value times 10^exponent10 x 2^exponent2 when that is a whole number that fits.
enum class WholeFault { kNone, kNotWhole, kTooLarge };
struct Whole {
  WholeFault fault = WholeFault::kNone;
  std::int64_t value = 0;
};
Whole to_whole(const ScannedNumber& number, int exponent10, int exponent2);

Parsed<double> parse_real(std::string_view text);         ///< finite, not negative
Parsed<double> parse_signed_real(std::string_view text);  ///< finite
Parsed<std::int64_t> parse_whole(std::string_view text);  ///< decimal digits only: no exponent, point or sign

/// The shortest text that reads back as the same double.
std::string number_text(double value);

std::string_view without_blanks(std::string_view text);  ///< at both ends

}  // namespace units
}  // namespace sealring
