#include "studies/nccl_tests/csv_file.hpp"

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <vector>

#include <fmt/format.h>

#include "sim/config/report.hpp"
#include "sim/units/text.hpp"
#include "studies/nccl_tests/operation.hpp"
#include "studies/nccl_tests/text_lines.hpp"

namespace sealring::studies {
namespace {

constexpr const char* kHeader =
    "op,nranks,nnodes,size_bytes,dtype,time_oop_us,algbw_oop_GBps,busbw_oop_GBps,time_ip_us,algbw_ip_GBps,"
    "busbw_ip_GBps";
constexpr std::size_t kColumns = 11;
constexpr std::size_t kOutOfPlace = 5;
constexpr std::size_t kInPlace = 8;

double number(const std::vector<std::string>& cells, std::size_t at) {
  double value = 0;
  if (!whole_number(cells[at], value) || value < 0) {
    throw config::BadInput("'" + cells[at] + "' is no number");
  }
  return value;
}

std::optional<NcclTiming> timing(const std::vector<std::string>& cells, std::size_t at) {
  if (cells[at].empty() && cells[at + 1].empty() && cells[at + 2].empty()) {
    return std::nullopt;
  }
  const NcclTiming t{number(cells, at), number(cells, at + 1), number(cells, at + 2)};
  if (t.time_us <= 0) {
    throw config::BadInput("a time of zero");
  }
  return t;
}

int element_bytes(const std::string& type) {
  static const std::map<std::string, int> sizes{
      {"int8", 1}, {"uint8", 1}, {"half", 2}, {"bfloat16", 2}, {"float", 4}, {"int32", 4}, {"double", 8}, {"int64", 8}};
  const auto found = sizes.find(type);
  if (found == sizes.end()) {
    throw config::BadInput("unknown type '" + type + "'");
  }
  return found->second;
}

void add_row(const std::string& line, NcclTable& table) {
  const std::vector<std::string> cells = split(line, ',');
  if (cells.size() != kColumns) {
    throw config::BadInput(fmt::format("{} cells; the columns are {}", cells.size(), kHeader));
  }
  const NcclOp& op = need_nccl_op("unknown op", cells[0]);
  const NcclTable header{op.name + "_perf", static_cast<int>(number(cells, 1)), static_cast<int>(number(cells, 2)), {}};
  if (header.ranks < 2 || header.hosts < 1) {
    throw config::BadInput("a collective joins at least 2 ranks on at least 1 node");
  }
  if (table.rows.empty()) {
    table = header;
  } else if (header.program != table.program || header.ranks != table.ranks || header.hosts != table.hosts) {
    throw config::BadInput("another op, nranks or nnodes than in the rows above");
  }
  NcclRow row;
  row.size = Bytes(static_cast<std::int64_t>(number(cells, 3)));
  row.type = cells[4];
  row.count = row.size.count() / element_bytes(row.type) / (op.by_rank ? table.ranks : 1);
  row.redop = op.redop;
  row.root = op.root;
  row.out_of_place = timing(cells, kOutOfPlace);
  row.in_place = timing(cells, kInPlace);
  if (!row.out_of_place && !row.in_place) {
    throw config::BadInput("a row without a timing");
  }
  table.rows.push_back(row);
}

}  // namespace

PublishedSweep read_published_sweep(const std::string& file) {
  std::ifstream in(file);
  if (!in) {
    throw config::BadInput(file + ": no such file, or not readable");
  }
  PublishedSweep sweep;
  const std::string mark = "# source: ";
  int line_number = 0;
  for (std::string line; std::getline(in, line);) {
    ++line_number;
    if (line.rfind(mark, 0) == 0) {
      sweep.source = line.substr(mark.size());
    }
    if (line.empty() || line[0] == '#' || line == kHeader) {
      continue;
    }
    try {
      add_row(line, sweep.table);
    } catch (const config::BadInput& bad) {
      throw config::BadInput(fmt::format("{}:{}: {}", file, line_number, bad.what()));
    }
  }
  if (sweep.table.rows.empty()) {
    throw config::BadInput(file + ": no rows; the columns are " + kHeader);
  }
  return sweep;
}

}  // namespace sealring::studies
