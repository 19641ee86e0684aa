#include "studies/nccl_tests/nccl_tests.hpp"

#include <fmt/core.h>

#include "studies/nccl_tests/sized_point.hpp"
#include "studies/nccl_tests/table_file.hpp"
#include "studies/scenario/data_folder.hpp"
#include "studies/scenario/scenario.hpp"

namespace sealring::studies {
namespace {

Scenario checked(const Point& point) { return load_scenario(scenario_source(point.scenario, point.all_overrides())); }

struct SizePoints {
  Bytes size;
  Point out_of_place;
  Point in_place;
};

/// Checked before anything runs, so that bad input is told once.
std::vector<SizePoints> points_of(const NcclTestsRequest& request, int ranks) {
  std::vector<SizePoints> points;
  for (const Bytes size : nccl_sizes(request.op, ranks, request.range)) {
    points.push_back({size,
                      sized_point(request.base, request.op, size, Place::kOutOfPlace),
                      sized_point(request.base, request.op, size, Place::kInPlace)});
    (void)checked(points.back().out_of_place);
  }
  return points;
}

void add_timing(std::vector<stats::Scalar>& row, const Measured& m) {
  row.emplace_back(m.iteration_seconds * 1e6);
  row.emplace_back(m.number("communication.algbw") / 1e9);
  row.emplace_back(m.number("communication.busbw") / 1e9);
}

double real(const stats::Scalar& cell) { return std::get<double>(cell); }

NcclRow row_of(const NcclOp& op, int ranks, const std::vector<stats::Scalar>& cells) {
  NcclRow row;
  row.size = Bytes(std::get<std::int64_t>(cells[0]));
  row.count = row.size.count() / kElementBytes / (op.by_rank ? ranks : 1);
  row.type = "float";
  row.redop = op.redop;
  row.root = op.root;
  row.out_of_place = NcclTiming{real(cells[1]), real(cells[2]), real(cells[3])};
  row.in_place = NcclTiming{real(cells[4]), real(cells[5]), real(cells[6])};
  return row;
}

std::string choices_text(const stats::Table& sweep) {
  std::string lines;
  for (std::size_t i = 0; i < sweep.rows().size();) {
    const auto choice = [&](std::size_t row) {
      const auto& cells = sweep.rows()[row];
      return Choice{stats::data_text(cells[7]), stats::data_text(cells[8]), stats::data_text(cells[9])};
    };
    std::size_t end = i + 1;
    while (end < sweep.rows().size() && choice(end) == choice(i)) {
      ++end;
    }
    const auto size = [&](std::size_t row) { return std::get<std::int64_t>(sweep.rows()[row][0]); };
    if (const std::string how = choice(i).text(); !how.empty()) {
      lines += end - i == 1 ? fmt::format("# {} B: {}\n", size(i), how)
                            : fmt::format("# {} to {} B: {}\n", size(i), size(end - 1), how);
    }
    i = end;
  }
  return lines;
}

std::int64_t integer_at(const stats::Result& result, const char* name) {
  return std::get<std::int64_t>(result.find(name)->value());
}

}  // namespace

stats::Result nccl_tests(const NcclTestsRequest& request, PointRunner& runner) {
  const Scenario scenario = checked(request.base.with("collective.op", request.op.scenario_name()));
  const std::vector<SizePoints> points = points_of(request, scenario.ranks);
  std::vector<Point> all;
  for (const SizePoints& p : points) {
    all.push_back(p.out_of_place);
    all.push_back(p.in_place);
  }
  runner.run(all);
  stats::Table table({{"size", "B"},
                      {"time", "us"},
                      {"algbw", "GB/s"},
                      {"busbw", "GB/s"},
                      {"in_place_time", "us"},
                      {"in_place_algbw", "GB/s"},
                      {"in_place_busbw", "GB/s"},
                      {"algorithm", ""},
                      {"protocol", ""},
                      {"channels", ""}});
  for (const SizePoints& p : points) {
    std::vector<stats::Scalar> row{p.size.count()};
    add_timing(row, runner(p.out_of_place));
    add_timing(row, runner(p.in_place));
    const Choice choice = choice_of(runner(p.out_of_place));
    row.insert(row.end(), {choice.algorithm, choice.protocol});
    row.push_back(choice.channels.empty() ? stats::Scalar(std::string()) : stats::Scalar(std::stoll(choice.channels)));
    table.add(std::move(row));
  }
  stats::Result result;
  result.set("op", request.op.name);
  result.set("ranks", scenario.ranks);
  result.set("nodes", (scenario.ranks - 1) / scenario.machine.gpus_per_domain + 1);
  result.set("sweep", table);
  return result;
}

std::string nccl_tests_text(const NcclTestsRequest& request, const stats::Result& result) {
  NcclTable table;
  table.program = request.op.name + "_perf";
  table.ranks = static_cast<int>(integer_at(result, "ranks"));
  table.hosts = static_cast<int>(integer_at(result, "nodes"));
  const stats::Table& sweep = result.find("sweep")->table();
  std::string lines;
  for (const auto& cells : sweep.rows()) {
    table.rows.push_back(row_of(request.op, table.ranks, cells));
    lines += nccl_row(table.rows.back(), NcclDigits::kOfNcclTests);
  }
  return fmt::format("# sealring: simulated, machine {}, profile {}\n",
                     request.base.machine,
                     request.base.profile.empty() ? "off" : request.base.profile) +
         nccl_heading(table, "node", request.base.machine) + lines + choices_text(sweep) + nccl_footer(table);
}

}  // namespace sealring::studies
