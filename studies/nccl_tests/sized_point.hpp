// One size of a sweep as a run.
#pragma once

#include "studies/nccl_tests/operation.hpp"
#include "studies/points/points.hpp"

namespace sealring::studies {

enum class Place { kOutOfPlace, kInPlace };

/// The scenario `collective` (or what takes its place in `base`) with this collective and size. The place is set only
/// where it makes a difference.
Point sized_point(const Point& base, const NcclOp& op, Bytes size, Place place);

/// What a run says of the way in which the collective was carried out. Empty where the result does not say.
struct Choice {
  std::string algorithm;
  std::string protocol;
  std::string channels;
  bool operator==(const Choice& other) const {
    return algorithm == other.algorithm && protocol == other.protocol && channels == other.channels;
  }
  /// "ring ll, 16 channels"
  [[nodiscard]] std::string text() const;
};

Choice choice_of(const Measured& run);

}  // namespace sealring::studies
