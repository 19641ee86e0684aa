#include "studies/nccl_tests/nccl_tests.hpp"

#include <cctype>
#include <cmath>

#include <fmt/core.h>

#include "sim/config/report.hpp"
#include "sim/units/text.hpp"
#include "studies/scenario/data_folder.hpp"

namespace sealring::studies {
namespace {

constexpr std::int64_t kLargest = std::int64_t{1} << 50;
constexpr int kElementBytes = 4;  // float, the default of nccl-tests

/// Whole elements; from zero on to one element.
std::vector<Bytes> sizes_of(const NcclTestsRequest& request) {
  std::vector<Bytes> sizes;
  double size = static_cast<double>(request.begin.count());
  while (size <= static_cast<double>(request.end.count())) {
    const Bytes whole(static_cast<std::int64_t>(size) / kElementBytes * kElementBytes);
    if (sizes.empty() || sizes.back() < whole) {
      sizes.push_back(whole);
    }
    size = size > 0 ? size * request.factor : kElementBytes;
  }
  return sizes;
}

Point point_of(const NcclTestsRequest& request, Bytes size) {
  Point point = request.base.with("collective.op", request.op).with("collective.bytes", exact_text(size));
  return request.ranks == 0 ? point : point.with("ranks", std::to_string(request.ranks));
}

}  // namespace

Bytes parse_nccl_size(const std::string& text) {
  std::size_t digits = 0;
  while (digits < text.size() && std::isdigit(static_cast<unsigned char>(text[digits])) != 0) {
    ++digits;
  }
  const std::string suffix = text.substr(digits);
  const std::string known = "KMGT";
  const std::size_t power =
      suffix.empty() ? 0 : known.find(static_cast<char>(std::toupper(static_cast<unsigned char>(suffix[0])))) + 1;
  if (digits == 0 || digits > 15 || suffix.size() > 1 || (!suffix.empty() && power == 0)) {
    throw config::BadInput(
        "'" + text + "' is no size; write bytes with an optional K, M, G or T (powers of 1024), for instance 8 or 1G");
  }
  const std::int64_t number = std::stoll(text.substr(0, digits));
  if (number > kLargest >> (10 * power)) {
    throw config::BadInput("'" + text + "' is too large; sizes end at 1024T");
  }
  return Bytes(number << (10 * power));
}

stats::Result nccl_tests(const NcclTestsRequest& request, PointRunner& runner) {
  std::vector<Point> points;
  const std::vector<Bytes> sizes = sizes_of(request);
  for (const Bytes size : sizes) {
    points.push_back(point_of(request, size));
    (void)load_scenario(
        scenario_source(request.base.scenario, points.back().all_overrides()));  // bad input is told once
  }
  runner.run(points);
  stats::Table table({{"size", "B"}, {"time", "us"}, {"algbw", "GB/s"}, {"busbw", "GB/s"}});
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const Measured& m = runner(points[i]);
    table.add({sizes[i].count(),
               m.iteration_seconds * 1e6,
               m.number("communication.algbw") / 1e9,
               m.number("communication.busbw") / 1e9});
  }
  stats::Result result;
  result.set("op", request.op);
  result.set("ranks", static_cast<std::int64_t>(runner(points.front()).number("workload.ranks")));
  result.set("sweep", table);
  return result;
}

std::string nccl_tests_text(const NcclTestsRequest& request, const stats::Result& result) {
  std::string text = fmt::format("# sealring {} on {}, profile {}, {} ranks; simulated, in place as out of place\n#\n",
                                 request.op,
                                 request.base.machine,
                                 request.base.profile.empty() ? "off" : request.base.profile,
                                 std::get<std::int64_t>(result.find("ranks")->value()));
  text += fmt::format("#{:>79}{:>37}\n", "out-of-place", "in-place");
  text +=
      "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw "
      "#wrong\n";
  text +=
      "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)\n";
  double sum = 0;
  for (const auto& row : result.find("sweep")->table().rows()) {
    const auto size = std::get<std::int64_t>(row[0]);
    const std::string columns = fmt::format("{:>9.2f} {:>7.2f} {:>7.2f}    N/A",
                                            std::get<double>(row[1]),
                                            std::get<double>(row[2]),
                                            std::get<double>(row[3]));
    const bool reduces = request.op == "all_reduce" || request.op == "reduce_scatter";
    text += fmt::format("{:>12} {:>13} {:>9} {:>7} {:>7} {} {}\n",
                        size,
                        size / kElementBytes,
                        "float",
                        reduces ? "sum" : "none",
                        request.op == "broadcast" ? 0 : -1,
                        columns,
                        columns);
    sum += std::get<double>(row[3]);
  }
  const auto count = static_cast<double>(result.find("sweep")->table().rows().size());
  return text + fmt::format("# Avg bus bandwidth    : {:.3f}\n#\n", sum / count);
}

}  // namespace sealring::studies
