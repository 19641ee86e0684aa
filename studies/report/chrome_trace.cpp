#include "studies/report/chrome_trace.hpp"

#include <algorithm>
#include <map>
#include <string_view>

#include "models/label.hpp"
#include "sim/stats/writers.hpp"
#include "studies/report/lanes.hpp"

namespace sealring::report {
namespace {

using stats::json_text;

constexpr std::int64_t kFemtosPerNano = 1'000'000;
constexpr std::int64_t kNanosPerMicro = 1'000;

struct Row {
  int process = 0;
  int thread = 0;
};

std::string microseconds_text(std::int64_t nanos) {
  const std::string below = std::to_string(nanos % kNanosPerMicro);
  return std::to_string(nanos / kNanosPerMicro) + "." + std::string(3 - below.size(), '0') + below;
}

std::string row_json(Row row) {
  return "\"pid\":" + std::to_string(row.process) + ",\"tid\":" + std::to_string(row.thread);
}

std::string label_text(std::uint8_t label) {
  const bool known = label < static_cast<std::uint8_t>(Label::kCount);
  return known ? std::string(name(static_cast<Label>(label))) : "label " + std::to_string(label);
}

class Trace {
 public:
  Trace(const stats::ActivityLog& log, const TraceNames& names) : log_(log), names_(names) {}

  std::string text() {
    std::map<std::int32_t, std::vector<stats::ActivityId>> by_track;
    for (stats::ActivityId id = 0; id < log_.size(); ++id) {
      by_track[log_[id].track].push_back(id);
    }
    for (const auto& [track, ids] : by_track) {
      add_track(track, ids);
    }
    return "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n" + events_ + "\n]}\n";
  }

 private:
  void add_track(std::int32_t track, const std::vector<stats::ActivityId>& ids) {
    std::vector<Span> spans;
    for (const stats::ActivityId id : ids) {
      spans.push_back({log_[id].start.count(), log_[id].end.count()});
    }
    const std::vector<std::size_t> lanes = assign_lanes(spans);
    const std::size_t count = *std::max_element(lanes.begin(), lanes.end()) + 1;
    std::vector<Row> rows;
    for (std::size_t lane = 0; lane < count; ++lane) {
      rows.push_back(add_row(track, lane));
    }
    for (const std::size_t i : nesting_order(spans)) {
      add_slice(ids[i], rows[lanes[i]]);
    }
  }

  Row add_row(std::int32_t track, std::size_t lane) {
    const bool named = track >= 0 && static_cast<std::size_t>(track) < names_.tracks.size();
    const TrackName name =
        named ? names_.tracks[static_cast<std::size_t>(track)] : TrackName{"run", "track " + std::to_string(track)};
    const auto [process, is_new] = processes_.try_emplace(name.process, static_cast<int>(processes_.size()) + 1);
    const Row row{process->second, ++threads_};
    const std::string suffix = lane == 0 ? "" : " (" + std::to_string(lane + 1) + ")";
    if (is_new) {
      add_metadata("process_name", row, "\"name\":" + json_text(name.process));
      add_metadata("process_sort_index", row, "\"sort_index\":" + std::to_string(row.process));
    }
    add_metadata("thread_name", row, "\"name\":" + json_text(name.thread + suffix));
    add_metadata("thread_sort_index", row, "\"sort_index\":" + std::to_string(row.thread));
    return row;
  }

  void add_metadata(const std::string& what, Row row, const std::string& argument) {
    add("{\"ph\":\"M\",\"name\":\"" + what + "\"," + row_json(row) + ",\"args\":{" + argument + "}}");
  }

  void add_slice(stats::ActivityId id, Row row) {
    const stats::Activity& activity = log_[id];
    const std::int64_t start = activity.start.count() / kFemtosPerNano;
    const std::int64_t end = activity.end.count() / kFemtosPerNano;
    const std::string label = label_text(activity.label);
    const bool named = activity.name != 0 && activity.name < names_.activities.size();
    const std::string cause = activity.cause == stats::kNone ? "null" : std::to_string(activity.cause);
    add("{\"ph\":\"X\",\"name\":" + json_text(named ? names_.activities[activity.name] : label) +
        ",\"cat\":" + json_text(label) + "," + row_json(row) + ",\"ts\":" + microseconds_text(start) +
        ",\"dur\":" + microseconds_text(end - start) + ",\"args\":{\"id\":" + std::to_string(id) +
        ",\"label\":" + json_text(label) + ",\"bytes\":" + std::to_string(activity.bytes) + ",\"cause\":" + cause +
        ",\"start_fs\":" + std::to_string(activity.start.count()) +
        ",\"duration_fs\":" + std::to_string((activity.end - activity.start).count()) + "}}");
  }

  void add(const std::string& event) { events_ += (events_.empty() ? "" : ",\n") + event; }

  const stats::ActivityLog& log_;
  const TraceNames& names_;
  std::map<std::string, int> processes_;
  int threads_ = 0;
  std::string events_;
};

}  // namespace

std::string to_chrome_trace(const stats::ActivityLog& log, const TraceNames& names) { return Trace(log, names).text(); }

}  // namespace sealring::report
