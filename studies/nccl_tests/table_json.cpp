#include "studies/nccl_tests/table_json.hpp"

#include <cstdlib>
#include <set>

#include <nlohmann/json.hpp>

#include "sim/config/report.hpp"

namespace sealring::studies {
namespace {

using Json = nlohmann::json;

const Json& at(const Json& node, const char* key) {
  static const Json none;
  return node.is_object() && node.contains(key) ? node[key] : none;
}

std::string text_at(const Json& node, const char* key) {
  const Json& value = at(node, key);
  return value.is_string() ? value.get<std::string>() : "";
}

double number_at(const Json& node, const char* key, double absent) {
  const Json& value = at(node, key);
  return value.is_number() ? value.get<double>() : absent;
}

/// Nothing for a timing that was not taken (null); `why` for one that cannot be read.
std::optional<NcclTiming> timing(const Json& row, const char* key, std::string& why) {
  const Json& node = at(row, key);
  if (node.is_null()) {
    return std::nullopt;
  }
  NcclTiming t;
  t.time_us = number_at(node, node.contains("time") ? "time" : "cpu_time", 0);
  t.algbw = number_at(node, "alg_bw", -1);
  t.busbw = number_at(node, "bus_bw", -1);
  if (t.time_us <= 0 || t.algbw < 0 || t.busbw < 0) {
    why = std::string(key) + " without a positive time, alg_bw and bus_bw";
    return std::nullopt;
  }
  return t;
}

std::string read_row(const Json& node, NcclRow& row) {
  const Json& size = at(node, "size");
  if (!size.is_number_unsigned()) {
    return "without a size";
  }
  row.size = Bytes(size.get<std::int64_t>());
  row.count = static_cast<std::int64_t>(number_at(node, "count", 0));
  row.type = text_at(node, "type");
  row.redop = text_at(node, "redop");
  row.root = at(node, "root").is_string() ? std::atoi(text_at(node, "root").c_str())
                                          : static_cast<int>(number_at(node, "root", -1));
  std::string why;
  row.out_of_place = timing(node, "out_of_place", why);
  row.in_place = timing(node, "in_place", why);
  return why.empty() && !row.out_of_place && !row.in_place ? "without a timing" : why;
}

void read_ranks(const Json& root, NcclTable& table) {
  const Json& config = at(root, "config");
  const Json& devices = at(root, "devices").is_array() ? at(root, "devices") : at(config, "devices");
  if (!devices.is_array()) {
    return;
  }
  std::set<std::string> hosts;
  for (const Json& device : devices) {
    hosts.insert(text_at(device, "hostname"));
  }
  const double each = number_at(config, "nthreads", 1) * number_at(config, "ngpus", 1);
  table.ranks = static_cast<int>(static_cast<double>(devices.size()) * each);
  table.hosts = static_cast<int>(hosts.size());
}

}  // namespace

NcclOutput read_nccl_json(const std::string& text, const std::string& file) {
  Json root;
  try {
    root = Json::parse(text);
  } catch (const Json::parse_error& error) {
    throw config::BadInput(file + ": begins like JSON and is none at byte " + std::to_string(error.byte));
  }
  NcclOutput output;
  NcclTable table;
  if (const Json& args = at(root, "args"); args.is_array() && !args.empty() && args[0].is_string()) {
    const auto program = args[0].get<std::string>();
    table.program = program.substr(program.find_last_of('/') + 1);
  }
  read_ranks(root, table);
  int number = 0;
  for (const Json& node : at(root, "results")) {
    NcclRow row;
    const std::string why = read_row(node, row);
    ++number;
    if (why.empty()) {
      table.rows.push_back(row);
    } else {
      output.skipped.push_back({number, number, why});
    }
  }
  if (!table.rows.empty()) {
    output.tables.push_back(table);
  }
  return output;
}

}  // namespace sealring::studies
