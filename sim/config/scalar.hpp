// One scalar of a document as a value of one type, and back to YAML text.
#pragma once

#include <cstdint>
#include <string>

#include "sim/config/value.hpp"
#include "sim/units/text.hpp"

namespace sealring::config {

/// A real number that may be negative.
struct SignedReal {
  double value = 0;
};

/// The value, or the sentence that says what is expected instead.
template <class T>
Parsed<T> parse_scalar(const Value& value);

/// YAML text that parse_scalar reads as the same value.
template <class T>
std::string yaml_text(const T& value);

}  // namespace sealring::config
