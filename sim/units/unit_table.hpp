// The units of every quantity, in the order in which messages list them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/units/units.hpp"

namespace sealring {
inline namespace units {

/// One unit is multiple x 10^exponent10 x 2^exponent2 of the base unit (byte, femtosecond, hertz ...).
struct Unit {
  std::string_view name;
  int exponent10 = 0;
  int exponent2 = 0;
  int multiple = 1;
};

struct UnitTable {
  std::string_view noun;  ///< with its article: "a bandwidth"
  std::vector<Unit> units;
};

template <class T>
const UnitTable& unit_table();
template <>
const UnitTable& unit_table<Bytes>();
template <>
const UnitTable& unit_table<Duration>();
template <>
const UnitTable& unit_table<Bandwidth>();
template <>
const UnitTable& unit_table<Frequency>();
template <>
const UnitTable& unit_table<FlopRate>();
template <>
const UnitTable& unit_table<Flops>();
template <>
const UnitTable& unit_table<Seconds>();

}  // namespace units
}  // namespace sealring
