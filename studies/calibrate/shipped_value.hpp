// What a setting is when nobody overrides it.
#pragma once

#include <string>

#include "studies/points/points.hpp"

namespace sealring::studies {

/// The value of a dotted path in a point's scenario, in `unit` ("us", "GB/s", "" for plain numbers). Throws
/// config::BadInput when there is no such setting, or when it is not of that unit.
double shipped_value(const Point& point, const std::string& path, const std::string& unit);

}  // namespace sealring::studies
