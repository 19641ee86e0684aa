// Parallel links as one: every slice is spread evenly over them by address.
#pragma once

#include "sim/units/units.hpp"

namespace sealring::link {

/// What one of `links` parallel links carried of the bundle's bytes; the remainder falls on the first links.
inline WireBytes link_share(WireBytes bundle, int links, int index) {
  return WireBytes(bundle.count() / links + (index < bundle.count() % links ? 1 : 0));
}

}  // namespace sealring::link
