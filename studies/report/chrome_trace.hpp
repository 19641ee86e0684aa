// What ran when, as a timeline that chrome://tracing and Perfetto open.
#pragma once

#include <string>
#include <vector>

#include "sim/stats/activity_log.hpp"

namespace sealring::report {

/// A row of the timeline: rows of one process stand together.
struct TrackName {
  std::string process;  ///< "rank 0"
  std::string thread;   ///< "compute", "communication", "host"
};

struct TraceNames {
  std::vector<TrackName> tracks;             ///< indexed by Activity::track; others are called "track N"
  std::vector<std::string> activities = {};  ///< indexed by Activity::name; 0 and others are called by their label
};

/// Complete events ("ph":"X") with args label, bytes, id, cause (null at the start) and the exact start_fs and
/// duration_fs. Activities of a track that overlap without nesting move to further rows "thread (2)", "thread (3)".
/// ts and dur are in microseconds, cut to whole nanoseconds because viewers work in those; start and end are cut alike,
/// so nesting survives.
std::string to_chrome_trace(const stats::ActivityLog& log, const TraceNames& names);

}  // namespace sealring::report
