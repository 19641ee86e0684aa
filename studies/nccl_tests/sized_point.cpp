#include "studies/nccl_tests/sized_point.hpp"

#include <algorithm>

#include "sim/units/text.hpp"

namespace sealring::studies {
namespace {

std::string text_of(const Measured& run, const std::string& path) {
  const auto found = run.texts.find(path);
  return found == run.texts.end() ? "" : found->second;
}

bool sets(const Point& point, const std::string& path) {
  return std::any_of(point.overrides.begin(), point.overrides.end(), [&](const auto& o) { return o.path == path; });
}

/// The mean over some iterations, as nccl-tests prints it; a long one is its own mean.
int iterations_of(Bytes size) { return size <= mebibytes(64) ? 8 : size <= mebibytes(512) ? 2 : 1; }

}  // namespace

Point sized_point(const Point& base, const NcclOp& op, Bytes size, Place place) {
  Point point = base.with("collective.op", op.scenario_name()).with("collective.bytes", exact_text(size));
  if (!sets(base, "iterations")) {
    point = point.with("iterations", std::to_string(iterations_of(size)));
  }
  point = point.with("every_step", "false");
  return op.tells_in_place ? point.with("collective.in_place", place == Place::kInPlace ? "true" : "false") : point;
}

std::string Choice::text() const {
  std::string text = algorithm;
  text += text.empty() || protocol.empty() ? protocol : " " + protocol;
  return channels.empty() ? text : text + (text.empty() ? "" : ", ") + channels + " channels";
}

Choice choice_of(const Measured& run) {
  Choice choice{text_of(run, "communication.algorithm"), text_of(run, "communication.protocol"), ""};
  if (run.numbers.count("communication.channels") != 0) {
    choice.channels = std::to_string(run.integer("communication.channels"));
  }
  return choice;
}

}  // namespace sealring::studies
