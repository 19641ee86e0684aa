// Timeline rows: viewers stack slices of one row, so on a row slices must nest or be disjoint.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sealring::report {

struct Span {
  std::int64_t start = 0;
  std::int64_t end = 0;  ///< not before start
};

/// The order viewers expect: by start, the longer first, then by index.
std::vector<std::size_t> nesting_order(const std::vector<Span>& spans);

/// A lane, from 0, for each span, so that on one lane any two spans nest or are disjoint. First fit in nesting order.
std::vector<std::size_t> assign_lanes(const std::vector<Span>& spans);

}  // namespace sealring::report
