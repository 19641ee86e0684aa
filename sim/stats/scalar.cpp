#include "sim/stats/scalar.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "sim/units/text.hpp"

namespace sealring::stats {
namespace {

std::string with_unit(const std::string& text, const std::string& unit) {
  return unit.empty() ? text : text + " " + unit;
}

std::string print(const char* format, double value) {
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, value);
  return buffer.data();
}

bool is_number(const Scalar& value) {
  return std::holds_alternative<double>(value) || std::holds_alternative<std::int64_t>(value);
}

double number(const Scalar& value) {
  const auto* whole = std::get_if<std::int64_t>(&value);
  return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value);
}

}  // namespace

std::string exact_text(double value) {
  std::array<char, 64> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  std::string text(buffer.data(), end);
  const bool whole = text.find_first_of(".einf") == std::string::npos;
  return whole ? text + ".0" : text;
}

std::string data_text(const Scalar& value) {
  if (const auto* flag = std::get_if<bool>(&value)) {
    return *flag ? "true" : "false";
  }
  if (const auto* whole = std::get_if<std::int64_t>(&value)) {
    return std::to_string(*whole);
  }
  if (const auto* real = std::get_if<double>(&value)) {
    return std::isfinite(*real) ? exact_text(*real) : "";
  }
  return std::get<std::string>(value);
}

std::string human_text(double value) {
  if (!std::isfinite(value)) {
    return "-";
  }
  const double size = std::fabs(value);
  if (size >= 1e9 || (size > 0 && size < 1e-4)) {
    return print("%.3e", value);
  }
  return size >= 1000 ? print("%.0f", value) : print("%.4g", value);
}

std::string human_text(const Scalar& value, const std::string& unit) {
  if (!is_number(value)) {
    return with_unit(data_text(value), unit);
  }
  const auto* whole = std::get_if<std::int64_t>(&value);
  if (whole != nullptr && unit == "fs") {
    return human_text(Duration(*whole));
  }
  if (whole != nullptr && unit == "B") {
    return human_text(Bytes(*whole));
  }
  if (unit == "B/s" && std::isfinite(number(value))) {
    return human_text(Bandwidth(number(value)));
  }
  return with_unit(whole != nullptr ? std::to_string(*whole) : human_text(std::get<double>(value)), unit);
}

}  // namespace sealring::stats
