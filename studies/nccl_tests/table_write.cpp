#include <algorithm>

#include <fmt/format.h>

#include "sim/stats/scalar.hpp"
#include "studies/nccl_tests/table_file.hpp"

namespace sealring::studies {
namespace {

constexpr std::size_t kTimeWidth = 7;
constexpr std::size_t kRateWidth = 6;
constexpr int kBlankTiming = 33;  // a timing with the two blanks before each of its four columns

/// As many of two decimals as the column has room for, else an exponent.
std::string rounded(double value, std::size_t width) {
  for (const int decimals : {2, 1, 0}) {
    std::string text = fmt::format("{:.{}f}", value, decimals);
    if (text.size() <= width) {
      return text;
    }
  }
  return fmt::format("{:.{}e}", value, width >= kTimeWidth ? 1 : 0);
}

std::string number(double value, std::size_t width, NcclDigits digits) {
  return digits == NcclDigits::kExact ? stats::exact_text(value) : rounded(value, width);
}

std::string timing(const NcclTiming& t, NcclDigits digits) {
  return fmt::format("  {:>7}  {:>6}  {:>6}     N/A",
                     number(t.time_us, kTimeWidth, digits),
                     number(t.algbw, kRateWidth, digits),
                     number(t.busbw, kRateWidth, digits));
}

std::string devices(const NcclTable& table, const std::string& host, const std::string& device) {
  std::string text = "# Using devices\n";
  const int hosts = std::clamp(table.hosts, 1, std::max(table.ranks, 1));
  const int per_host = (table.ranks + hosts - 1) / hosts;
  for (int rank = 0; rank < table.ranks; ++rank) {
    text += fmt::format("#  Rank {:>2} Group {:>2} Pid {:>6} on {:>10} device {:>2} [simulated] {}\n",
                        rank,
                        0,
                        0,
                        fmt::format("{}{}", host, rank / per_host),
                        rank % per_host,
                        device);
  }
  return text;
}

std::string headings(const std::vector<std::string>& names) {
  std::string line =
      fmt::format("# {:>10}  {:>12}  {:>8}  {:>6}  {:>6}", names[0], names[1], names[2], names[3], names[4]);
  for (int half = 0; half < 2; ++half) {
    line += fmt::format("  {:>7}  {:>6}  {:>6}  {:>6}", names[5], names[6], names[7], names[8]);
  }
  return line + "\n";
}

}  // namespace

std::string nccl_heading(const NcclTable& table, const std::string& host, const std::string& device) {
  std::string text;
  if (!table.program.empty()) {
    text += "# Collective test starting: " + table.program + "\n#\n";
  }
  if (table.ranks > 0) {
    text += devices(table, host, device) + "#\n";
  }
  text += fmt::format("# {:>10}  {:>12}  {:>8}  {:>6}  {:>6}           out-of-place                       in-place\n",
                      "",
                      "",
                      "",
                      "",
                      "");
  text += headings({"size", "count", "type", "redop", "root", "time", "algbw", "busbw", "#wrong"});
  return text + headings({"(B)", "(elements)", "", "", "", "(us)", "(GB/s)", "(GB/s)", ""});
}

std::string nccl_row(const NcclRow& row, NcclDigits digits) {
  std::string line =
      fmt::format("{:>12}  {:>12}  {:>8}  {:>6}  {:>6}", row.size.count(), row.count, row.type, row.redop, row.root);
  line += row.out_of_place ? timing(*row.out_of_place, digits) : std::string(kBlankTiming, ' ');
  return line + (row.in_place ? timing(*row.in_place, digits) : "") + "\n";
}

std::string nccl_footer(const NcclTable& table) {
  double sum = 0;
  int timings = 0;
  for (const NcclRow& row : table.rows) {
    for (const auto& one : {row.out_of_place, row.in_place}) {
      sum += one ? one->busbw : 0;
      timings += one ? 1 : 0;
    }
  }
  return fmt::format("# {:<20} : {:.6g}\n#\n", "Avg bus bandwidth", timings > 0 ? sum / timings : 0);
}

}  // namespace sealring::studies
