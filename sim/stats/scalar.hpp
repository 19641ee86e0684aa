// One measured or derived value, and the one way every writer turns it into text.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

namespace sealring::stats {

using Scalar = std::variant<bool, std::int64_t, double, std::string>;

/// Shortest text that reads back as the same double; always with a point or an exponent, so that it stays a real
/// number. "nan", "inf" and "-inf" where it is not finite.
std::string exact_text(double value);

/// For data files: exact numbers, true/false, the string itself. A double that is not finite is the empty text.
std::string data_text(const Scalar& value);

/// For people: four significant digits, thousands kept whole. A double that is not finite is "-".
std::string human_text(double value);

/// For people, with the unit: femtoseconds, bytes and bytes per second get a fitting prefix; other units stand as they
/// are.
std::string human_text(const Scalar& value, const std::string& unit);

}  // namespace sealring::stats
