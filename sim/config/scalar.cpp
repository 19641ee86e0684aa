#include "sim/config/scalar.hpp"

#include <limits>
#include <utility>

#include "sim/config/yaml_text.hpp"
#include "sim/units/number.hpp"

namespace sealring::config {
namespace {

template <class T>
Parsed<T> refused(const Value& value, const std::string& expected) {
  return {std::nullopt, described(value) + " was given; " + expected + " is expected"};
}

template <class T>
Parsed<T> quantity(const Value& value, const std::string& noun, Parsed<T> (*parse)(std::string_view)) {
  return value.kind == ValueKind::kScalar ? parse(value.text) : refused<T>(value, noun);
}

// Quotes make a text of what looks like a number; saying so is kinder than guessing.
template <class T>
Parsed<T> plain(const Value& value, const std::string& noun, Parsed<T> (*parse)(std::string_view)) {
  if (value.kind == ValueKind::kScalar && value.quoted) {
    return {std::nullopt, described(value) + " is quoted text; " + noun + " without quotes is expected"};
  }
  return quantity(value, noun, parse);
}

Parsed<bool> parse_bool(std::string_view text) {
  if (text == "true" || text == "false") {
    return {text == "true", ""};
  }
  return {std::nullopt, "'" + std::string(text) + "' is neither true nor false"};
}

Parsed<std::string> read_as(const Value& value, const std::string*) {
  return value.kind == ValueKind::kScalar ? Parsed<std::string>{value.text, ""} : refused<std::string>(value, "a text");
}
Parsed<bool> read_as(const Value& value, const bool*) { return plain(value, "true or false", parse_bool); }
Parsed<std::int64_t> read_as(const Value& value, const std::int64_t*) {
  return plain(value, "a whole number", parse_whole);
}
Parsed<int> read_as(const Value& value, const int*) {
  constexpr int kMost = std::numeric_limits<int>::max();
  const Parsed<std::int64_t> wide = plain(value, "a whole number", parse_whole);
  if (!wide.value) {
    return {std::nullopt, wide.error};
  }
  if (*wide.value > kMost) {
    return {std::nullopt, described(value) + " is too large; the most is " + std::to_string(kMost)};
  }
  return {static_cast<int>(*wide.value), ""};
}
Parsed<double> read_as(const Value& value, const double*) { return plain(value, "a number", parse_real); }
Parsed<SignedReal> read_as(const Value& value, const SignedReal*) {
  const Parsed<double> real = plain(value, "a number", parse_signed_real);
  return real.value ? Parsed<SignedReal>{SignedReal{*real.value}, ""} : Parsed<SignedReal>{std::nullopt, real.error};
}
Parsed<Bytes> read_as(const Value& value, const Bytes*) { return quantity(value, "a size", parse_bytes); }
Parsed<Duration> read_as(const Value& value, const Duration*) { return quantity(value, "a duration", parse_duration); }
Parsed<Bandwidth> read_as(const Value& value, const Bandwidth*) {
  return quantity(value, "a bandwidth", parse_bandwidth);
}
Parsed<Frequency> read_as(const Value& value, const Frequency*) {
  return quantity(value, "a frequency", parse_frequency);
}
Parsed<FlopRate> read_as(const Value& value, const FlopRate*) {
  return quantity(value, "a compute rate", parse_flop_rate);
}
Parsed<Flops> read_as(const Value& value, const Flops*) { return quantity(value, "an amount of compute", parse_flops); }
Parsed<Seconds> read_as(const Value& value, const Seconds*) { return quantity(value, "a time", parse_seconds); }

std::string write(const std::string& value) { return quoted_if_needed(value); }
std::string write(bool value) { return value ? "true" : "false"; }
std::string write(std::int64_t value) { return std::to_string(value); }
std::string write(int value) { return std::to_string(value); }
std::string write(double value) { return number_text(value); }
std::string write(SignedReal value) { return number_text(value.value); }
template <class Tag, class Rep>
std::string write(Quantity<Tag, Rep> value) {
  return exact_text(value);
}

}  // namespace

template <class T>
Parsed<T> parse_scalar(const Value& value) {
  return read_as(value, static_cast<const T*>(nullptr));
}
template <class T>
std::string yaml_text(const T& value) {
  return write(value);
}

// The complete list of types that a file can hold.
template Parsed<std::string> parse_scalar(const Value&);
template std::string yaml_text(const std::string&);
template Parsed<bool> parse_scalar(const Value&);
template std::string yaml_text(const bool&);
template Parsed<std::int64_t> parse_scalar(const Value&);
template std::string yaml_text(const std::int64_t&);
template Parsed<int> parse_scalar(const Value&);
template std::string yaml_text(const int&);
template Parsed<double> parse_scalar(const Value&);
template std::string yaml_text(const double&);
template Parsed<SignedReal> parse_scalar(const Value&);
template std::string yaml_text(const SignedReal&);
template Parsed<Bytes> parse_scalar(const Value&);
template std::string yaml_text(const Bytes&);
template Parsed<Duration> parse_scalar(const Value&);
template std::string yaml_text(const Duration&);
template Parsed<Bandwidth> parse_scalar(const Value&);
template std::string yaml_text(const Bandwidth&);
template Parsed<Frequency> parse_scalar(const Value&);
template std::string yaml_text(const Frequency&);
template Parsed<FlopRate> parse_scalar(const Value&);
template std::string yaml_text(const FlopRate&);
template Parsed<Flops> parse_scalar(const Value&);
template std::string yaml_text(const Flops&);
template Parsed<Seconds> parse_scalar(const Value&);
template std::string yaml_text(const Seconds&);

}  // namespace sealring::config
