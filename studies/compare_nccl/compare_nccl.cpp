#include "studies/compare_nccl/compare_nccl.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "sim/config/report.hpp"
#include "sim/stats/writers.hpp"
#include "sim/units/text.hpp"
#include "studies/nccl_tests/job_layout.hpp"
#include "workloads/collectives/catalog.hpp"

namespace sealring::studies {
namespace {

NcclOutput read_file(const std::string& file) {
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  if (!in) {
    throw config::BadInput(file + ": no such file, or not readable");
  }
  return read_nccl_output(text.str(), file);
}

std::string named(const NcclTable& table) { return table.program.empty() ? "an unnamed collective" : table.program; }

std::vector<std::string> skipped(const std::string& file, const NcclOutput& output) {
  std::vector<std::string> lines;
  for (const SkippedLines& s : output.skipped) {
    const std::string where = s.first == s.last ? fmt::format("{}", s.first) : fmt::format("{}-{}", s.first, s.last);
    lines.push_back(fmt::format("{}:{}: left out: {}", file, where, s.why));
  }
  return lines;
}

/// The tables of one collective as one; `op` is what the user gave.
NcclTable chosen_table(const CompareNcclRequest& request, const NcclOutput& output) {
  const NcclOp* wanted = request.op.empty() ? nullptr : &need_nccl_op("unknown --op", request.op);
  NcclTable chosen;
  for (const NcclTable& table : output.tables) {
    const NcclOp* own = find_nccl_op(table.program);
    if (wanted != nullptr && !table.program.empty() && (own == nullptr || own->kind != wanted->kind)) {
      continue;
    }
    if (chosen.rows.empty()) {
      chosen = table;
      continue;
    }
    if (table.program != chosen.program) {
      throw config::BadInput(fmt::format(
          "{}: holds {} and {}; say with --op which one to compare", request.file, named(chosen), named(table)));
    }
    if (table.ranks != chosen.ranks || table.hosts != chosen.hosts) {
      throw config::BadInput(fmt::format(
          "{}: holds sweeps of {} and of {} ranks; compare them one by one", request.file, chosen.ranks, table.ranks));
    }
    chosen.rows.insert(chosen.rows.end(), table.rows.begin(), table.rows.end());
  }
  if (chosen.rows.empty()) {
    std::string lines;
    for (const std::string& line : skipped(request.file, output)) {
      lines += line + "\n";
    }
    throw config::BadInput(lines + request.file + ": no row of nccl-tests" +
                           (request.op.empty() ? "" : " for --op " + request.op));
  }
  return chosen;
}

const NcclOp& op_of(const CompareNcclRequest& request, const NcclTable& table) {
  if (!request.op.empty()) {
    return need_nccl_op("unknown --op", request.op);
  }
  if (table.program.empty()) {
    throw config::BadInput(request.file + ": does not say which collective it is; give --op");
  }
  return need_nccl_op(request.file + ": a collective that is not simulated,", table.program);
}

int ranks_of(const CompareNcclRequest& request, const NcclTable& table) {
  const int both = request.nodes * request.gpus_per_node;
  const int ranks = request.ranks > 0 ? request.ranks : both > 0 ? both : table.ranks;
  if (ranks == 0) {
    throw config::BadInput(request.file +
                           ": does not say how many ranks took part; give --ranks, or --nodes and --gpus-per-node");
  }
  return ranks;
}

JobLayout layout_of(const CompareNcclRequest& request, const NcclTable& table, const machine::MachineSpec& machine) {
  const int ranks = ranks_of(request, table);
  JobLayout layout{request.nodes, request.gpus_per_node};
  if (layout.nodes == 0 && layout.gpus_per_node > 0) {
    layout.nodes = ranks / layout.gpus_per_node;
  } else if (layout.nodes == 0) {
    const bool hosts_are_domains = table.hosts > 0 && machine.hosts_per_domain() == 1;
    layout.nodes = hosts_are_domains ? table.hosts : (ranks - 1) / machine.gpus_per_domain + 1;
  }
  if (layout.gpus_per_node == 0) {
    layout.gpus_per_node = ranks / layout.nodes;
  }
  if (layout.nodes * layout.gpus_per_node != ranks) {
    throw config::BadInput(fmt::format("{}: {} ranks are not {} {} of {} GPUs each; give --nodes or --gpus-per-node",
                                       request.file,
                                       ranks,
                                       layout.nodes,
                                       machine.domains_word(),
                                       layout.gpus_per_node));
  }
  return layout;
}

/// The bandwidths of the file know how many ranks there were. Nothing where they agree.
std::string disagreement(const NcclTable& table, const MeasuredSweep& sweep) {
  constexpr double kWorthLooking = 1;  // GB/s; below, two decimals say little
  const double factor = collectives::busbw_factor(sweep.op.kind, sweep.ranks);
  for (const NcclRow& row : table.rows) {
    const NcclTiming& t = row.out_of_place ? *row.out_of_place : *row.in_place;
    if (t.algbw >= kWorthLooking && std::abs(t.busbw - factor * t.algbw) > 0.02 + 2e-3 * t.busbw) {
      return fmt::format("busbw is {:.4g} of algbw at {} B where {} on {} ranks gives {:.4g}; see --op and --ranks",
                         t.busbw / t.algbw,
                         row.size.count(),
                         sweep.op.name,
                         sweep.ranks,
                         factor);
    }
  }
  return "";
}

/// The lines that were left out, and the rows that say nothing.
std::vector<std::string> left_out(const std::string& file, const NcclOutput& output, const NcclTable& table) {
  std::vector<std::string> lines = skipped(file, output);
  const auto empty =
      std::count_if(table.rows.begin(), table.rows.end(), [](const NcclRow& row) { return row.size == Bytes(0); });
  if (empty > 0) {
    lines.push_back(fmt::format("{}: left out: rows of zero bytes: {}", file, empty));
  }
  return lines;
}

void add_summary(stats::Table& table, const std::string& what, const std::vector<ComparedSize>& sizes) {
  const ErrorSummary s = summarize(sizes);
  table.add({what, static_cast<std::int64_t>(s.sizes), s.median_pct, s.p90_pct, s.worst_pct, s.signed_pct});
}

std::string floor_text(const MeasuredSweep& sweep) {
  if (!sweep.floor_us) {
    return "none";
  }
  const std::string from = sweep.floor_size ? ", of " + human_text(*sweep.floor_size) + " (not counted)" : "";
  return stats::human_text(*sweep.floor_us) + " us" + from;
}

}  // namespace

ReadSweep read_measured_sweep(const CompareNcclRequest& request) {
  const NcclOutput output = read_file(request.file);
  const NcclTable table = chosen_table(request, output);
  ReadSweep read;
  read.remarks = left_out(request.file, output, table);
  MeasuredSweep& sweep = read.sweep;
  sweep.op = op_of(request, table);
  sweep.ranks = ranks_of(request, table);
  sweep.sizes = measured_sizes(table.rows);
  if (sweep.sizes.empty()) {
    throw config::BadInput(request.file + ": all rows are of zero bytes");
  }
  if (const std::string text = disagreement(table, sweep); !text.empty()) {
    read.remarks.push_back(request.file + ": " + text);
  }
  const machine::MachineSpec machine = machine_of(request.base);
  sweep.base = with_layout(request.base, layout_of(request, table, machine), machine.domains_word());
  set_floor(sweep, request.floor);
  return read;
}

stats::Result compare_nccl(const ReadSweep& read, PointRunner& runner) {
  const MeasuredSweep& sweep = read.sweep;
  for (const Point& point : sweep.points()) {
    (void)machine_of(point);  // bad input is told once
  }
  const std::vector<ComparedSize> sizes = compare_sizes(sweep, runner);
  const std::vector<Point> points = sweep.points();
  stats::Table table({{"size", "B"},
                      {"place", ""},
                      {"measured", "us"},
                      {"simulated", "us"},
                      {"error", "%"},
                      {"measured_busbw", "GB/s"},
                      {"simulated_busbw", "GB/s"},
                      {"how", ""}});
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const ComparedSize& s = sizes[i];
    table.add({s.size.count(),
               std::string(s.in_place ? "in" : "out"),
               s.measured_us,
               s.simulated_us,
               s.error_pct(),
               busbw_of(sweep, s.size, s.measured_us),
               busbw_of(sweep, s.size, s.simulated_us),
               choice_of(runner(points[i])).text()});
  }
  stats::Table summary(
      {{"sizes", ""}, {"counted", ""}, {"median", "%"}, {"p90", "%"}, {"worst", "%"}, {"signed_2_128MiB", "%"}});
  add_summary(summary, "all", sizes);
  add_summary(summary, "below 1 MiB", between(sizes, Bytes(0), kLargeFrom));
  add_summary(summary, "1 MiB and more", between(sizes, kLargeFrom, Bytes::max()));
  stats::Result result;
  result.set("op", sweep.op.name);
  result.set("ranks", sweep.ranks);
  result.set("launch_floor", floor_text(sweep));
  result.set("sizes", table);
  result.set("summary", summary);
  return result;
}

}  // namespace sealring::studies
