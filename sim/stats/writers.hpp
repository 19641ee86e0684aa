// A result tree as text: JSON and CSV for programs, aligned text for people. Same tree, same bytes.
#pragma once

#include <string>

#include "sim/stats/result.hpp"

namespace sealring::stats {

/// A JSON string with its quotes; bytes that are not UTF-8 become the replacement character.
std::string json_text(const std::string& text);
/// A JSON value; null for a double that is not finite.
std::string json_text(const Scalar& value);

/// Two-space indented. A value with a unit is {"value": 3, "unit": "B"}; without one it is the bare value. A table is
/// {"units": {column: unit}, "rows": [{column: value}, ...]}, one row per line; units hold only columns that have one.
std::string to_json(const Result& result);

/// Lines "path,value,unit" under that heading; paths join names, and indices from 0, with dots.
std::string to_csv(const Result& result);

/// One table as a file of its own: a heading with units, then its rows.
std::string to_csv(const Table& table);

/// Names and values aligned per group, groups indented under their name, tables with headings. Never prints nan.
std::string to_table(const Result& result);

}  // namespace sealring::stats
