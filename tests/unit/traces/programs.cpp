#include "tests/unit/traces/programs.hpp"

#include <sstream>
#include <tuple>

#include <catch2/catch.hpp>

#include "workloads/traces/trace.hpp"

namespace sealring::test {

using host::Op;
using host::OpKind;

namespace {

Op make(OpKind kind, std::int32_t stream, std::vector<host::OpIndex> after) {
  Op op;
  op.kind = kind;
  op.stream = stream;
  op.after = std::move(after);
  return op;
}

std::vector<Op> six() {
  Op copy = make(OpKind::kCopy, 0, {});
  copy.label = Label::kHostCopy;
  copy.bytes = Bytes(4096);
  copy.direction = host::CopyDirection::kDeviceToHost;
  copy.pinned = false;
  copy.blocking = true;
  Op kernel = make(OpKind::kKernel, 0, {0});
  kernel.label = Label::kForward;
  kernel.name = 1;
  kernel.work = {Flops(0.1), Bytes(123), host::Precision::kBf16, host::ComputeKind::kMatmul, 1.0 / 3, Duration(7)};
  kernel.launches = 3;
  kernel.graph_nodes = 2;
  Op reduce = make(OpKind::kCollective, 1, {0, 1});
  reduce.label = Label::kCollective;
  reduce.collective = 0;
  Op wait = make(OpKind::kSynchronize, -1, {});
  wait.label = Label::kSynchronize;
  Op host = make(OpKind::kHostWork, 0, {});
  host.label = Label::kHostWork;
  host.host_time = Duration(9'007'199'254'740'993);  // not a double
  return {copy, kernel, reduce, wait, host, make(OpKind::kMark, 0, {2})};
}

auto fields(const Op& op) {
  return std::make_tuple(op.kind,
                         op.label,
                         op.name,
                         op.stream,
                         op.work.flops.count(),
                         op.work.memory_traffic.count(),
                         op.work.precision,
                         op.work.kind,
                         op.work.sm_share,
                         op.work.fixed.count(),
                         op.launches,
                         op.graph_nodes,
                         op.collective,
                         op.direction,
                         op.bytes.count(),
                         op.pinned,
                         op.blocking,
                         op.host_time.count(),
                         op.after);
}

bool same_ops(const std::vector<Op>& a, const std::vector<Op>& b) {
  if (a.size() != b.size()) {
    return false;
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (fields(a[i]) != fields(b[i])) {
      return false;
    }
  }
  return true;
}

}  // namespace

host::Program every_kind() {
  host::Program program;
  program.names = {"", "a \"quoted\" name, \xC3\xA9"};
  program.collectives = {{host::CollectiveKind::kAllReduce, Bytes(1001), "ring", 0}};
  program.ranks = {six(), six()};
  return program;
}

std::vector<std::string> every_kind_lines() {
  std::vector<std::string> lines;
  std::istringstream in(traces::text(every_kind()));
  for (std::string line; std::getline(in, line);) {
    lines.push_back(line);
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) {
    text += line + "\n";
  }
  return text;
}

std::string edited(std::size_t line, const std::string& from, const std::string& to) {
  auto lines = every_kind_lines();
  std::string& text = lines.at(line - 1);
  const auto at = text.find(from);
  INFO(text);
  REQUIRE(at != std::string::npos);
  text.replace(at, from.size(), to);
  return joined(lines);
}

std::vector<std::string> problems_of(const std::string& text) {
  config::Report report;
  const auto program = traces::from_text(text, "t.jsonl", report);
  CHECK(program.has_value() == report.empty());
  std::vector<std::string> found;
  for (const auto& problem : report.problems()) {
    CHECK(problem.where.file == "t.jsonl");
    found.push_back(std::to_string(problem.where.line) + ":" + std::to_string(problem.where.column) + " " +
                    (problem.path.empty() ? "" : problem.path + ": ") + problem.message);
  }
  return found;
}

bool same(const host::Program& a, const host::Program& b) {
  bool equal = a.names == b.names && a.iterations == b.iterations && a.ranks.size() == b.ranks.size() &&
               a.collectives.size() == b.collectives.size();
  for (std::size_t i = 0; equal && i < a.collectives.size(); ++i) {
    const auto& x = a.collectives[i];
    const auto& y = b.collectives[i];
    equal = x.kind == y.kind && x.bytes == y.bytes && x.algorithm == y.algorithm && x.root == y.root &&
            x.protocol == y.protocol && x.in_place == y.in_place;
  }
  for (std::size_t i = 0; equal && i < a.ranks.size(); ++i) {
    equal = same_ops(a.ranks[i], b.ranks[i]);
  }
  return equal;
}

}  // namespace sealring::test
