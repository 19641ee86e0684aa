#include <algorithm>
#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

#include "sim/config/reader.hpp"
#include "workloads/traces/fields.hpp"
#include "workloads/traces/read_collective.hpp"
#include "workloads/traces/trace.hpp"
#include "workloads/traces/vocabulary.hpp"

namespace sealring::traces {

using host::Op;
using host::OpKind;
using Json = nlohmann::json;

namespace {

constexpr std::size_t kMostProblems = 100;
constexpr std::int64_t kMostStreams = 4096;
constexpr Range kStep{0, config::kLongestStep.count()};

/// Where a collective was first joined, and what was said there.
struct Joined {
  int line = 0;
  std::int64_t declared = 0;
  std::vector<std::int64_t> ranks;
};

class TraceReader {
 public:
  TraceReader(std::string file, config::Report& report) : file_(std::move(file)), report_(report) {}
  std::optional<host::Program> read(std::istream& in);

 private:
  void line(const std::string& text, bool last);
  std::optional<Json> parse(const std::string& text, bool last);
  bool header(const Json& json);
  void header_collectives(const Json* list);
  void operation(const Json& json);
  void kernel(Fields& in, Op& op) const;
  void copy(Fields& in, Op& op) const;
  void collective(Fields& in, Op& op, std::int64_t rank);
  void join(Fields& in, std::int64_t id, std::int64_t rank, std::int64_t ranks);
  void dependencies(Fields& in, Op& op, std::size_t position) const;
  void check_end();
  void check_rank(std::size_t rank);
  [[nodiscard]] config::Location here() const { return {file_, line_, 1}; }
  [[nodiscard]] std::size_t found() const { return report_.problems().size() - before_; }

  std::string file_;
  config::Report& report_;
  std::size_t before_ = 0;  ///< problems that were there already
  int line_ = 0;
  bool lost_ = false;    ///< an operation could not be placed: positions are no longer known
  bool headed_ = false;  ///< a usable header was read: references can be checked
  std::vector<std::int64_t> announced_;
  std::vector<Joined> joined_;
  host::Program program_;
};

std::optional<host::Program> TraceReader::read(std::istream& in) {
  before_ = report_.problems().size();
  std::string text;
  while (std::getline(in, text)) {
    line_ += 1;
    line(text, in.eof());
    if (found() >= kMostProblems) {
      report_.add(here(), "", "stopped after " + std::to_string(kMostProblems) + " problems");
      return std::nullopt;
    }
  }
  check_end();
  if (found() > 0) {
    return std::nullopt;
  }
  return std::move(program_);
}

void TraceReader::line(const std::string& text, bool last) {
  const auto json = parse(text, last);
  if (!json.has_value()) {
    lost_ = true;
  } else if (!json->is_object()) {
    lost_ = true;
    report_.add(here(), "", shown(*json) + " is not an object");
  } else if (line_ == 1 && !json->contains("operation")) {
    headed_ = header(*json);
  } else {
    if (line_ == 1) {
      report_.add(here(), "", "the header is missing: the first line must name format, version, ranks and the rest");
    }
    operation(*json);
  }
}

std::optional<Json> TraceReader::parse(const std::string& text, bool last) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    const auto column = static_cast<int>(std::min<std::size_t>(error.byte, 1'000'000'000));
    const bool cut = last && error.byte > text.size();
    report_.add({file_, line_, column},
                "",
                cut ? "the file is cut off in the middle of this line" : "not valid JSON at this column");
  } catch (const Json::exception&) {
    report_.add(here(), "", "not valid JSON: a number is out of range");
  }
  return std::nullopt;
}

bool TraceReader::header(const Json& json) {
  const std::size_t start = found();
  Fields in(json, here(), "", report_);
  const std::string format = in.text("format");
  if (in.has("format") && format != kFormat) {
    in.problem("format", shown(format) + " is not \"" + kFormat + "\"");
    return false;
  }
  const std::int64_t version = in.integer("version");
  if (in.has("version") && version != kVersion) {
    in.problem("version",
               std::to_string(version) + " cannot be read; this program reads version " + std::to_string(kVersion));
    return false;
  }
  const std::int64_t ranks = in.integer("ranks", {1});
  program_.iterations = static_cast<int>(in.integer("iterations", {1, 1'000'000'000}));
  announced_ = in.integers("operations");
  if (in.has("ranks") && static_cast<std::int64_t>(announced_.size()) != ranks) {
    in.problem("operations", std::to_string(announced_.size()) + " counts for " + std::to_string(ranks) + " ranks");
  }
  program_.ranks.resize(announced_.size());
  program_.names.clear();
  if (const Json* names = in.member("names", Json::value_t::array); names != nullptr) {
    for (const auto& name : *names) {
      if (!name.is_string()) {
        in.problem("names", shown(name) + " is not a string");
      }
      program_.names.push_back(name.is_string() ? name.get<std::string>() : std::string());
    }
  }
  header_collectives(in.member("collectives", Json::value_t::array));
  in.done();
  return found() == start;
}

void TraceReader::header_collectives(const Json* list) {
  if (list == nullptr) {
    return;
  }
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::string path = "collectives[" + std::to_string(i) + "]";
    const Json& each = (*list)[i];
    if (!each.is_object()) {
      report_.add(here(), path, shown(each) + " is not an object");
      continue;
    }
    Fields in(each, here(), path, report_);
    program_.collectives.push_back(read_collective(in));
    in.done();
  }
  joined_.resize(program_.collectives.size());
}

void TraceReader::operation(const Json& json) {
  Fields in(json, here(), "", report_);
  Op op;
  const std::size_t start = found();
  op.kind = in.choice<OpKind>("operation", operations());
  if (found() > start) {
    lost_ = true;
    return;  // without its kind the other fields have no meaning
  }
  const std::int64_t most_rank = headed_ ? static_cast<std::int64_t>(program_.ranks.size()) - 1 : INT32_MAX;
  const std::int64_t rank = in.integer("rank", {0, most_rank});
  lost_ = lost_ || found() > start;
  op.stream =
      static_cast<std::int32_t>(in.integer("stream", {op.kind == OpKind::kSynchronize ? -1 : 0, kMostStreams - 1}));
  op.label = in.choice<Label>("label", labels());
  const std::int64_t most_name = headed_ ? static_cast<std::int64_t>(program_.names.size()) - 1 : INT32_MAX;
  op.name = static_cast<std::int32_t>(in.integer("name", {0, most_name}));
  if (op.kind == OpKind::kKernel) {
    kernel(in, op);
  } else if (op.kind == OpKind::kCopy) {
    copy(in, op);
  } else if (op.kind == OpKind::kCollective) {
    collective(in, op, rank);
  } else if (op.kind == OpKind::kHostWork) {
    op.host_time = Duration(in.integer("host_time_fs", kStep));
  }
  const bool placed = headed_ && static_cast<std::size_t>(rank) < program_.ranks.size();
  dependencies(in, op, placed && !lost_ ? program_.ranks[static_cast<std::size_t>(rank)].size() : INT32_MAX);
  in.done();
  if (placed) {
    program_.ranks[static_cast<std::size_t>(rank)].push_back(std::move(op));
  }
}

void TraceReader::kernel(Fields& in, Op& op) const {
  Fields work = in.section("work");
  if (in.has("work")) {
    op.work.flops = Flops(work.real("flops", 1e300));
    op.work.memory_traffic = Bytes(work.integer("memory_bytes"));
    op.work.precision = work.choice<host::Precision>("precision", precisions());
    op.work.kind = work.choice<host::ComputeKind>("kind", compute_kinds());
    op.work.sm_share = work.real("sm_share", 1.0);
    op.work.fixed = Duration(work.integer("fixed_fs", kStep));
    work.done();
  }
  op.launches = static_cast<int>(in.integer("launches", {1, INT32_MAX}));
  op.graph_nodes = static_cast<int>(in.integer("graph_nodes", {0, INT32_MAX}));
}

void TraceReader::copy(Fields& in, Op& op) const {
  op.direction = in.choice<host::CopyDirection>("direction", directions());
  op.bytes = Bytes(in.integer("bytes"));
  op.pinned = in.flag("pinned");
  op.blocking = in.flag("blocking");
}

void TraceReader::collective(Fields& in, Op& op, std::int64_t rank) {
  Fields described = in.section("collective");
  if (!in.has("collective")) {
    return;
  }
  const std::size_t start = found();
  const std::int64_t id = described.integer("id", {0, INT32_MAX});
  op.collective = static_cast<std::int32_t>(id);
  const host::CollectiveSpec spec = read_collective(described);
  const std::int64_t ranks = described.integer("ranks", {1, INT32_MAX});
  const std::int64_t steps = described.integer("sub_steps");
  const std::int64_t each = described.integer("bytes_per_sub_step");
  described.done();
  if (found() > start) {
    return;
  }
  const SubSteps expected = sub_steps(spec, ranks);
  if (steps != expected.count || Bytes(each) != expected.each) {
    described.problem("sub_steps",
                      std::to_string(steps) + " of " + std::to_string(each) + " B do not make this " +
                          word(collective_kinds(), spec.kind) + "; it has " + std::to_string(expected.count) + " of " +
                          std::to_string(expected.each.count()) + " B");
  }
  if (!headed_) {
    return;
  }
  if (static_cast<std::size_t>(id) >= program_.collectives.size()) {
    described.problem("id",
                      "unknown collective " + std::to_string(id) + "; the header lists " +
                          std::to_string(program_.collectives.size()));
  } else if (!equal(spec, program_.collectives[static_cast<std::size_t>(id)])) {
    described.problem("id", "collective " + std::to_string(id) + " differs from the header's");
  } else {
    join(described, id, rank, ranks);
  }
}

void TraceReader::join(Fields& in, std::int64_t id, std::int64_t rank, std::int64_t ranks) {
  Joined& joined = joined_[static_cast<std::size_t>(id)];
  if (joined.ranks.empty()) {
    joined.line = line_;
    joined.declared = ranks;
  } else if (joined.declared != ranks) {
    in.problem("ranks",
               std::to_string(ranks) + " ranks; line " + std::to_string(joined.line) + " says " +
                   std::to_string(joined.declared));
  }
  if (std::find(joined.ranks.begin(), joined.ranks.end(), rank) != joined.ranks.end()) {
    in.problem("id", "rank " + std::to_string(rank) + " joins collective " + std::to_string(id) + " twice");
    return;
  }
  joined.ranks.push_back(rank);
}

void TraceReader::dependencies(Fields& in, Op& op, std::size_t position) const {
  const auto here_position = static_cast<std::int64_t>(position);
  for (const std::int64_t before : in.integers("after", {0, INT32_MAX})) {
    if (before >= here_position) {
      in.problem("after",
                 "operation " + std::to_string(before) + " does not come before this one, which is number " +
                     std::to_string(here_position) + " of its rank");
      continue;
    }
    op.after.push_back(static_cast<host::OpIndex>(before));
  }
}

void TraceReader::check_rank(std::size_t rank) {
  const auto& ops = program_.ranks[rank];
  const auto read = static_cast<std::int64_t>(ops.size());
  const std::string who = "rank " + std::to_string(rank);
  if (read < announced_[rank]) {
    report_.add(here(),
                "",
                "the file ends early: " + who + " has " + std::to_string(read) + " of " +
                    std::to_string(announced_[rank]) + " operations");
  } else if (read > announced_[rank]) {
    report_.add(
        here(),
        "",
        who + " has " + std::to_string(read) + " operations; the header says " + std::to_string(announced_[rank]));
  }
  const auto marks = std::count_if(ops.begin(), ops.end(), [](const Op& op) { return op.kind == OpKind::kMark; });
  if (read == announced_[rank] && marks != program_.iterations) {
    report_.add(here(),
                "",
                who + " has " + std::to_string(marks) + " marks; the header says " +
                    std::to_string(program_.iterations) + " iterations");
  }
}

// Counts are only meaningful when every line could be read: one bad line would be reported twice.
void TraceReader::check_end() {
  if (line_ == 0) {
    report_.add({file_, 0, 0}, "", "the trace is empty");
  }
  if (!headed_ || found() > 0) {
    return;
  }
  for (std::size_t rank = 0; rank < program_.ranks.size(); ++rank) {
    check_rank(rank);
  }
  if (found() > 0) {
    return;
  }
  for (std::size_t id = 0; id < joined_.size(); ++id) {
    const auto count = static_cast<std::int64_t>(joined_[id].ranks.size());
    if (count != joined_[id].declared || count == 0) {
      report_.add({file_, std::max(joined_[id].line, 1), 1},
                  "collective.ranks",
                  "collective " + std::to_string(id) + " is joined by " + std::to_string(count) + " ranks of " +
                      std::to_string(joined_[id].declared));
    }
  }
}

}  // namespace

std::optional<host::Program> read(std::istream& in, const std::string& file, config::Report& report) {
  return TraceReader(file, report).read(in);
}

std::optional<host::Program> from_text(const std::string& trace, const std::string& file, config::Report& report) {
  std::istringstream in(trace);
  return read(in, file, report);
}

std::optional<host::Program> read_file(const std::string& file, config::Report& report) {
  std::ifstream in(file);
  if (!in) {
    report.add({file, 0, 0}, "", "cannot be opened");
    return std::nullopt;
  }
  return read(in, file, report);
}

}  // namespace sealring::traces
