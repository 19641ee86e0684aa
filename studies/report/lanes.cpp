#include "studies/report/lanes.hpp"

#include <algorithm>
#include <numeric>

namespace sealring::report {
namespace {

/// The ends of the spans that are open on one lane, the innermost last.
class Lane {
 public:
  bool accept(const Span& span) {
    while (!open_.empty() && open_.back() <= span.start) {
      open_.pop_back();
    }
    if (!open_.empty() && open_.back() < span.end) {
      return false;  // would end after what encloses it
    }
    open_.push_back(span.end);
    return true;
  }

 private:
  std::vector<std::int64_t> open_;
};

}  // namespace

std::vector<std::size_t> nesting_order(const std::vector<Span>& spans) {
  std::vector<std::size_t> order(spans.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&spans](std::size_t a, std::size_t b) {
    if (spans[a].start != spans[b].start) {
      return spans[a].start < spans[b].start;
    }
    return spans[a].end != spans[b].end ? spans[a].end > spans[b].end : a < b;
  });
  return order;
}

std::vector<std::size_t> assign_lanes(const std::vector<Span>& spans) {
  std::vector<std::size_t> lane_of(spans.size());
  std::vector<Lane> lanes;
  for (const std::size_t i : nesting_order(spans)) {
    auto found = std::find_if(lanes.begin(), lanes.end(), [&](Lane& lane) { return lane.accept(spans[i]); });
    if (found == lanes.end()) {
      lanes.emplace_back().accept(spans[i]);
      found = lanes.end() - 1;
    }
    lane_of[i] = static_cast<std::size_t>(found - lanes.begin());
  }
  return lane_of;
}

}  // namespace sealring::report
