// What a host thread hands to its GPU, and what it hears back.
#pragma once

#include <cstdint>

#include "models/gpu/services.hpp"
#include "models/host/program.hpp"
#include "sim/stats/activity_log.hpp"
#include "sim/units/units.hpp"

namespace sealring::host {

/// Consecutive submissions of one op, issued evenly: the first API call returns at `first`, the last at `last`, the
/// ones between at equal distances. With one launch both are the same.
struct Submission {
  const Op* op = nullptr;
  OpIndex index = 0;
  int begin = 0;  ///< launches of the op already submitted before
  int launches = 1;
  bool ends_op = true;  ///< no further submission of this op follows
  Instant first;
  Instant last;
  stats::ActivityId first_cause = stats::kNone;  ///< ends at `first`
  stats::ActivityId last_cause = stats::kNone;   ///< ends at `last`
};

class SubmissionListener {
 public:
  virtual ~SubmissionListener() = default;
  /// `launches` submissions have finished on the GPU, the last of them with `activity`, which ended now.
  virtual void freed(int launches, stats::ActivityId activity) = 0;
};

/// A GPU as its host thread sees it.
class Device {
 public:
  virtual ~Device() = default;
  virtual void listen(SubmissionListener& listener) = 0;
  virtual void submit(const Submission& submission) = 0;
  /// Tells `who` when everything submitted so far to `stream` (-1: to any stream) has finished, at once if it has. The
  /// activity is the one that finished last; it may have ended before now.
  virtual void when_drained(std::int32_t stream, gpu::Completion& who, std::uint64_t token) = 0;
};

}  // namespace sealring::host
