#include "sim/units/number.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <limits>

namespace sealring {
inline namespace units {
namespace {

constexpr int kLargestExponent = 9999;  // far beyond any double; keeps sums of exponents inside an int

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t digits_from(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_digit(text[end])) {
    ++end;
  }
  return end - at;
}

bool is_not_finite(std::string_view text) {
  std::string word;
  for (const char c : text) {
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      break;
    }
    word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  word.erase(0, word.find_first_not_of("+-."));
  return word == "nan" || word == "inf" || word == "infinity";
}

// The exponent counts only when digits follow: the 'E' of a unit stays with the unit.
std::size_t scan_exponent(std::string_view text, std::size_t at, int& exponent) {
  if (at >= text.size() || (text[at] != 'e' && text[at] != 'E')) {
    return 0;
  }
  const bool has_sign = at + 1 < text.size() && (text[at + 1] == '+' || text[at + 1] == '-');
  const std::size_t first = at + (has_sign ? 2U : 1U);
  const std::size_t count = digits_from(text, first);
  if (count == 0) {
    return 0;
  }
  int size = 0;
  for (const char c : text.substr(first, count)) {
    size = std::min(size * 10 + (c - '0'), kLargestExponent);
  }
  exponent = has_sign && text[at + 1] == '-' ? -size : size;
  return first + count - at;
}

// The digits without the point; `exponent` grows by what the point and trailing zeros hide.
std::optional<std::uint64_t> significant(std::string_view mantissa, int& exponent) {
  std::string digits;
  for (std::size_t i = 0; i < mantissa.size(); ++i) {
    if (mantissa[i] == '.') {
      exponent -= static_cast<int>(std::min<std::size_t>(mantissa.size() - i - 1, kLargestExponent));
    } else {
      digits += mantissa[i];
    }
  }
  while (digits.size() > 1 && digits.back() == '0') {
    digits.pop_back();
    ++exponent;
  }
  std::uint64_t value = 0;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return result.ec == std::errc() ? std::optional(value) : std::nullopt;
}

bool multiply(std::uint64_t& value, std::uint64_t factor, int times) {
  for (int i = 0; i < times; ++i) {
    if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) / factor) {
      return false;
    }
    value *= factor;
  }
  return true;
}

bool divide(std::uint64_t& value, std::uint64_t divisor, int times) {
  for (int i = 0; i < times; ++i) {
    if (value % divisor != 0) {
      return false;
    }
    value /= divisor;
  }
  return true;
}

// Dividing comes first, so that nothing overflows whose result would fit.
WholeFault scale(std::uint64_t& value, std::uint64_t prime, int exponent) {
  if (exponent < 0) {
    return divide(value, prime, -exponent) ? WholeFault::kNone : WholeFault::kNotWhole;
  }
  return multiply(value, prime, exponent) ? WholeFault::kNone : WholeFault::kTooLarge;
}

std::string fault_sentence(const std::string& shown, NumberFault fault) {
  switch (fault) {
    case NumberFault::kNegative: return shown + " is negative; a number of at least 0 is expected";
    case NumberFault::kLeadingZero: return shown + " has a leading zero; write the number without it";
    case NumberFault::kNotFinite: return shown + " is not a finite number";
    default: return shown + " is not a number";
  }
}

Parsed<double> real(std::string_view text, bool allow_negative) {
  const std::string shown = "'" + std::string(text) + "'";
  const ScannedNumber number = scan_number(text, allow_negative);
  if (number.fault != NumberFault::kNone) {
    return {std::nullopt, fault_sentence(shown, number.fault)};
  }
  if (!number.rest.empty()) {
    return {std::nullopt,
            shown + " goes on after the number with '" + std::string(number.rest) + "'; a plain number is expected"};
  }
  const std::optional<double> value = to_double(number);
  if (!value) {
    return {std::nullopt, shown + " is beyond the range of a number (1e-307 to 1e308)"};
  }
  return {value, ""};
}

}  // namespace

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

ScannedNumber scan_number(std::string_view text, bool allow_negative) {
  ScannedNumber out;
  std::string_view body = without_blanks(text);
  if (is_not_finite(body)) {
    out.fault = NumberFault::kNotFinite;
    return out;
  }
  out.negative = body.size() > 1 && body[0] == '-' && is_digit(body[1]);
  body.remove_prefix(out.negative ? 1 : 0);
  const std::size_t whole = digits_from(body, 0);
  if (whole == 0) {
    out.fault = NumberFault::kMissing;
    return out;
  }
  if (out.negative && !allow_negative) {
    out.fault = NumberFault::kNegative;
    return out;
  }
  if (whole > 1 && body[0] == '0') {
    out.fault = NumberFault::kLeadingZero;
    return out;
  }
  std::size_t end = whole;
  if (end < body.size() && body[end] == '.' && digits_from(body, end + 1) > 0) {
    end += 1 + digits_from(body, end + 1);
  }
  out.mantissa = body.substr(0, end);
  end += scan_exponent(body, end, out.exponent);
  out.rest = without_blanks(body.substr(end));
  return out;
}

std::optional<double> to_double(const ScannedNumber& number, int extra_exponent) {
  const std::string text = std::string(number.mantissa) + "e" + std::to_string(number.exponent + extra_exponent);
  double value = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc()) {
    return std::nullopt;
  }
  return number.negative ? -value : value;
}

Whole to_whole(const ScannedNumber& number, int exponent10, int exponent2) {
  int exponent = number.exponent;
  const std::optional<std::uint64_t> digits = significant(number.mantissa, exponent);
  if (!digits) {
    return {exponent < 0 ? WholeFault::kNotWhole : WholeFault::kTooLarge, 0};
  }
  if (*digits == 0) {
    return {};
  }
  std::uint64_t value = *digits;
  const int fives = exponent + exponent10;
  const int twos = fives + exponent2;
  const bool twos_first = twos < 0;
  WholeFault fault = twos_first ? scale(value, 2, twos) : scale(value, 5, fives);
  if (fault == WholeFault::kNone) {
    fault = twos_first ? scale(value, 5, fives) : scale(value, 2, twos);
  }
  if (fault == WholeFault::kNone && value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    fault = WholeFault::kTooLarge;
  }
  return {fault, fault == WholeFault::kNone ? static_cast<std::int64_t>(value) : 0};
}

Parsed<double> parse_real(std::string_view text) { return real(text, false); }
Parsed<double> parse_signed_real(std::string_view text) { return real(text, true); }

Parsed<std::int64_t> parse_whole(std::string_view text) {
  const std::string shown = "'" + std::string(text) + "'";
  const std::string_view body = without_blanks(text);
  const ScannedNumber number = scan_number(text);
  if (number.fault == NumberFault::kNegative || number.fault == NumberFault::kLeadingZero) {
    return {std::nullopt, fault_sentence(shown, number.fault)};
  }
  if (body.empty() || digits_from(body, 0) != body.size()) {
    return {std::nullopt, shown + " is not a whole number; write it in decimal digits, without point or exponent"};
  }
  std::int64_t value = 0;
  if (std::from_chars(body.data(), body.data() + body.size(), value).ec != std::errc()) {
    return {std::nullopt,
            shown + " is too large; the most is " + std::to_string(std::numeric_limits<std::int64_t>::max())};
  }
  return {value, ""};
}

std::string number_text(double value) {
  std::array<char, 32> buffer{};
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), result.ptr};
}

}  // namespace units
}  // namespace sealring
